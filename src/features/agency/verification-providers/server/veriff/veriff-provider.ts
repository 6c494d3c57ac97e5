import { z } from 'zod';
import { DomainError } from '#src/lib/problem.ts';
import { isUuid } from '#src/lib/uuid.ts';
import { isEqualInConstantTime } from '#src/platform/config/constant-time.ts';
import {
  verificationResultSchema,
  type VerificationOutcome,
  type VerificationResult,
} from '../../verification-providers.schema.ts';
import type { VerificationProvider } from '../verification-provider.ts';
import {
  createVeriffSession,
  fetchVeriffDecision,
  signVeriff,
  type VeriffAccess,
} from './veriff-api.ts';

/** Veriff’s statuses of a session. `started` is only that somebody opened the page. */
const OUTCOMES: Record<string, VerificationOutcome> = {
  submitted: 'submitted',
  review: 'review',
  approved: 'approved',
  declined: 'declined',
  resubmission_requested: 'resubmission',
  expired: 'expired',
  abandoned: 'expired',
};

const optionalText = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || null);
const optionalDate = optionalText.pipe(z.iso.date().nullable());

/** The decision webhook and the answer of the decision endpoint; other fields are not read. */
const decisionSchema = z.object({
  verification: z.object({
    id: z.string(),
    vendorData: optionalText,
    status: z.string(),
    reason: optionalText,
    decisionTime: z.coerce.date().nullish(),
    person: z
      .object({ firstName: optionalText, lastName: optionalText, dateOfBirth: optionalDate })
      .nullish(),
    document: z.object({ validUntil: optionalDate }).nullish(),
  }),
});

/** The event webhook: the person has opened the page, or sent the pictures. */
const eventSchema = z.object({ id: z.string(), vendorData: optionalText, action: z.string() });

type Report = z.output<typeof decisionSchema>['verification'];

/** @throws ZodError that says what is missing in the decision */
function parseReport(body: string): Report {
  const json: unknown = JSON.parse(body);
  const event = eventSchema.safeParse(json).data;
  return event
    ? { ...event, status: event.action, reason: null }
    : decisionSchema.parse(json).verification;
}

/** Reads a decision or an event of Veriff; null for what the product does not use. */
export function readVeriffReport(body: string, receivedAt: Date): VerificationResult | null {
  const { id, vendorData, status, reason, decisionTime, person, document } = parseReport(body);
  const outcome = OUTCOMES[status];
  // Sessions that somebody made in Veriff's own pages have no id of the product.
  if (!outcome || !isUuid(vendorData ?? '')) return null;
  return verificationResultSchema.parse({
    reference: id,
    sessionId: vendorData,
    outcome,
    decidedAt: decisionTime ?? receivedAt,
    reason: outcome === 'approved' ? null : (reason?.slice(0, 200) ?? null),
    person: {
      givenNames: person?.firstName ?? null,
      surname: person?.lastName ?? null,
      dateOfBirth: person?.dateOfBirth ?? null,
    },
    expiresOn: document?.validUntil ?? null,
  });
}

/** Veriff: sessions on its pages, decisions as signed webhooks. Both webhooks have one address. */
export function createVeriffProvider(
  access: VeriffAccess,
  timeoutMs?: number,
): VerificationProvider {
  return {
    name: 'veriff',
    createSession: (order) => createVeriffSession(access, order, timeoutMs),
    verifyReport({ body, headers }) {
      const given = Buffer.from(headers.get('x-hmac-signature') ?? '', 'hex');
      const isOfAccount = headers.get('x-auth-client') === access.apiKey;
      if (!isOfAccount || !isEqualInConstantTime(given, signVeriff(access, body))) {
        throw new DomainError('invalid-input', 'The signature is not valid');
      }
    },
    readReport: readVeriffReport,
    fetchReport: (reference) => fetchVeriffDecision(access, reference, timeoutMs),
  };
}
