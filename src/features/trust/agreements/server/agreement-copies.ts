import { z } from 'zod';
import { listTeamRecipients } from '#src/features/identity/colleagues/server/team-recipients.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Jobs, Queue } from '#src/platform/jobs/jobs.ts';

const copySchema = z.object({ agreementId: z.uuid(), to: z.email(), isForTeam: z.boolean() });
export type AgreementCopy = z.output<typeof copySchema>;

/** Queue of the mails with a signed agreement as a document, one for each recipient. */
export const AGREEMENT_MAIL_QUEUE: Queue<typeof copySchema> = {
  name: 'agreement-mail',
  data: copySchema,
  // Retried for about four hours, like every mail.
  retries: { limit: 12, delay: 10, delayMax: 60 * 60 },
};

/** Mails a signed agreement to both sides: whoever signed it, if their address is known, and the team. */
export async function queueCopies(
  tx: Db,
  { jobs, config }: { jobs: Jobs; config: Pick<Config, 'mail'> },
  { id: agreementId, signer }: { id: string; signer: string | null },
): Promise<void> {
  const team = (await listTeamRecipients(tx, config)).map((to) => ({ to, isForTeam: true }));
  const copies = signer ? [{ to: signer, isForTeam: false }, ...team] : team;
  for (const copy of copies) await jobs.enqueue(tx, AGREEMENT_MAIL_QUEUE, { agreementId, ...copy });
}
