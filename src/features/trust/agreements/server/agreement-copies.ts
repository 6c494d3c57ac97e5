import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { mailTeam, type TeamMailer } from '#src/features/identity/colleagues/server/mail-team.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Jobs, Queue } from '#src/platform/jobs/jobs.ts';
import { AGREEMENT_KIND_LABELS } from '../agreements.schema.ts';
import { signedAgreements } from './agreements.table.ts';

const copySchema = z.object({ agreementId: z.uuid(), to: z.email() });
export type AgreementCopy = z.output<typeof copySchema>;

/** Queue of the mails with a signed agreement as a document, to whoever signed it. */
export const AGREEMENT_MAIL_QUEUE: Queue<typeof copySchema> = {
  name: 'agreement-mail',
  data: copySchema,
  // Retried for about four hours, like every mail.
  retries: { limit: 12, delay: 10, delayMax: 60 * 60 },
};

/** Mails a signed agreement to whoever signed it, if their address is known, and a link to the team. */
export async function queueCopies(
  tx: Db,
  { jobs, ...mailer }: TeamMailer & { jobs: Pick<Jobs, 'enqueue'> },
  { id, signer }: { id: string; signer: string | null },
): Promise<void> {
  if (signer) await jobs.enqueue(tx, AGREEMENT_MAIL_QUEUE, { agreementId: id, to: signer });
  const [signed] = await tx
    .select({ kind: signedAgreements.kind, name: signedAgreements.signedName })
    .from(signedAgreements)
    .where(eq(signedAgreements.id, id));
  const { kind, name } = signed!;
  const subject = `Signed: ${AGREEMENT_KIND_LABELS[kind].toLowerCase()} with ${name}`;
  await mailTeam(tx, mailer, {
    ids: [id],
    table: signedAgreements,
    visibleTo: (reader) => inScope(reader, signedAgreements.influencerId),
    write: () => ({
      subject,
      heading: subject,
      paragraphs: ['Open it to read the signed document or to download it.'],
      action: {
        label: 'View Agreement',
        url: `${mailer.config.publicUrl}/agreements?agreement=${id}`,
      },
    }),
  });
}
