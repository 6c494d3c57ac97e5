import { z } from 'zod';
import { archivePasswordShape } from '#src/features/trust/record-index/record-index.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';

/** The two people who may see and create escalations. */
export const OFFICER_ROLES = ['officer', 'deputy'] as const;
export type OfficerRole = (typeof OFFICER_ROLES)[number];
export const OFFICER_LABELS: Record<OfficerRole, string> = {
  officer: 'Child safety officer',
  deputy: 'Deputy',
};

/** What happened to an escalation: its chain of custody. */
export const ESCALATION_EVENTS = [
  'created',
  'viewed',
  'downloaded',
  'submitted',
  'extended',
  'erased',
] as const;
export type EscalationEvent = (typeof ESCALATION_EVENTS)[number];
export const ESCALATION_EVENT_LABELS: Record<EscalationEvent, string> = {
  created: 'Files and facts preserved',
  viewed: 'Viewed',
  downloaded: 'Package downloaded',
  submitted: 'Submitted to the authority',
  extended: 'Preserved for longer',
  erased: 'Files and facts deleted',
};

/** Where a preserved file comes from. */
export const FILE_SOURCES = ['post', 'evidence'] as const;

/** Content is preserved for so long after its report (18 U.S.C. 2258A(h)(1), REPORT Act of 2024). */
export const PRESERVATION_MONTHS = 12;

const REASON_MAXIMUM_LENGTH = 500;
const reason = z
  .string()
  .trim()
  .min(1, 'Enter a reason')
  .max(REASON_MAXIMUM_LENGTH, `At most ${REASON_MAXIMUM_LENGTH} characters`);

const person = z.object({ id: z.uuid(), name: z.string() });

export const officersSchema = z.object({
  officers: z.array(
    z.object({ role: z.enum(OFFICER_ROLES), user: person, appointedAt: instantSchema }),
  ),
  /** Who can be appointed. */
  admins: z.array(person),
});
export type Officers = z.infer<typeof officersSchema>;
export const appointmentSchema = z.object({
  /** An admin; null dismisses. */
  userId: z.uuid('Choose an admin').nullable(),
});

export const newEscalationSchema = z.object({ complaintId: z.uuid() });

/** An escalation without what it contains. */
export const escalationRowSchema = z.object({
  id: z.uuid(),
  reference: z.string(),
  /** The complaint that it is about; null after the complaint’s retention period. */
  complaintId: z.uuid().nullable(),
  createdAt: instantSchema,
  files: z.int(),
  submittedAt: instantSchema.nullable(),
  authority: z.string().nullable(),
  authorityReference: z.string().nullable(),
  preservedUntil: instantSchema,
  erasedAt: instantSchema.nullable(),
});
export type EscalationRow = z.infer<typeof escalationRowSchema>;

/** The newest escalations; nothing for everybody but the two officers. */
export const escalationListSchema = z.object({
  isOfficer: z.boolean(),
  escalations: z.array(escalationRowSchema),
  hasMore: z.boolean(),
});

/** The facts that a report to the authority can hold (18 U.S.C. 2258A(b)), as they were known. */
export const factsSchema = z.object({
  incident: z.object({
    complaint: z.string(),
    reportedAt: z.string(),
    address: z.string(),
    explanation: z.string(),
    reporter: z.object({ name: z.string().nullable(), email: z.string().nullable() }),
  }),
  post: z
    .object({
      id: z.uuid(),
      address: z.string(),
      caption: z.string(),
      createdAt: z.string(),
      publishedAt: z.string().nullable(),
    })
    .nullable(),
  account: z
    .object({
      id: z.uuid(),
      name: z.string(),
      email: z.string(),
      phone: z.string().nullable(),
      dateOfBirth: z.string().nullable(),
      createdAt: z.string(),
      devices: z.array(
        z.object({
          country: z.string().nullable(),
          userAgent: z.string().nullable(),
          signedInAt: z.string(),
          lastUsedAt: z.string(),
        }),
      ),
    })
    .nullable(),
  people: z.array(
    z.object({
      legalName: z.string(),
      knownAs: z.string(),
      dateOfBirth: z.string(),
      country: z.string(),
      identity: z.string(),
    }),
  ),
  history: z.array(z.object({ event: z.string(), text: z.string().nullable(), at: z.string() })),
});
export type Facts = z.infer<typeof factsSchema>;

export const escalationSchema = escalationRowSchema.extend({
  /** Null once they were deleted. */
  facts: factsSchema.nullable(),
  evidence: z.array(
    z.object({
      name: z.string(),
      source: z.enum(FILE_SOURCES),
      bytes: z.int(),
      sha256: z.string(),
    }),
  ),
  /** Oldest first. */
  custody: z.array(
    z.object({
      number: z.int(),
      event: z.enum(ESCALATION_EVENTS),
      text: z.string().nullable(),
      actor: z.string(),
      at: instantSchema,
      hash: z.string(),
    }),
  ),
  /** Whether the chain proves that no entry was changed or removed. */
  isChainIntact: z.boolean(),
});
export type Escalation = z.infer<typeof escalationSchema>;

export const openingSchema = z.object({ reason });
export const packageSchema = z.object({ reason, ...archivePasswordShape });
export const submissionSchema = z.object({
  authority: z.string().trim().min(1, 'Enter the authority').max(200, 'At most 200 characters'),
  reference: z
    .string()
    .trim()
    .min(1, 'Enter the reference of the report')
    .max(200, 'At most 200 characters'),
});
export const extensionSchema = z.object({
  /** The last day of the preservation (UTC), YYYY-MM-DD. */
  until: z.iso.date('Enter a day'),
  reason,
});

/** The reference of an escalation that people can quote: "ES-6F1E2D3C". */
export function escalationReference(id: string): string {
  return `ES-${id.slice(0, 8).toUpperCase()}`;
}
