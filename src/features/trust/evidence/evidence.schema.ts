import { z } from 'zod';
import { reportTokenSchema } from '#src/features/trust/complaints/reports.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';

export const MAXIMUM_EVIDENCE_BYTES = 10 * 1024 ** 2;
export const FILE_NAME_MAXIMUM_LENGTH = 255;

/** Who added a file: one of the parties through its private link, or the team. */
export const EVIDENCE_SOURCES = ['reporter', 'influencer', 'team'] as const;
export type EvidenceSource = (typeof EVIDENCE_SOURCES)[number];

/** The maximum number of files that each of them can add to a complaint. */
export const MAXIMUM_EVIDENCE: Record<EvidenceSource, number> = {
  reporter: 10,
  influencer: 10,
  team: 50,
};

export const EVIDENCE_TYPES = ['picture', 'pdf'] as const;
export type EvidenceType = (typeof EVIDENCE_TYPES)[number];

/** What a file chooser offers. */
export const EVIDENCE_MIME_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'application/pdf',
];

/** The header with the secret of a party's private link, of an upload. */
export const TOKEN_HEADER = 'x-report-token';

export function tooMuchEvidence(source: EvidenceSource): string {
  return `At most ${MAXIMUM_EVIDENCE[source]} files can be added`;
}

export function evidenceTooLarge(fileName: string): string {
  return `${fileName} is too large. A file can be at most 10 MB`;
}

export const ownEvidenceQuerySchema = reportTokenSchema;

/** The files that a party added through its private link, oldest first. */
export const ownEvidenceSchema = z.object({
  files: z.array(z.object({ id: z.uuid(), fileName: z.string() })),
  /** Whether the party can add files now. */
  mayAdd: z.boolean(),
});
export type OwnEvidence = z.infer<typeof ownEvidenceSchema>;

/** The files of a complaint, oldest first. */
export const evidenceSchema = z.object({
  files: z.array(
    z.object({
      id: z.uuid(),
      fileName: z.string(),
      type: z.enum(EVIDENCE_TYPES),
      /** Size of the stored file. */
      bytes: z.int(),
      source: z.enum(EVIDENCE_SOURCES),
      /** Who of the team; null for the parties, and after a deletion. */
      addedBy: z.string().nullable(),
      createdAt: instantSchema,
    }),
  ),
});
export type Evidence = z.infer<typeof evidenceSchema>;
