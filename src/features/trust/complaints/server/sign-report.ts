import { eq, sql } from 'drizzle-orm';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { lacksSignature, missingInSignature, type ReportSignature } from '../reports.schema.ts';
import { recordComplaintEvent } from './complaint-events.ts';
import { complaints } from './complaints.table.ts';
import { readReportToken, unknownLink } from './report-links.ts';

type Dependencies = { db: Db; config: Pick<Config, 'secrets'> };

/**
 * Signs a report that came as a message; it then has everything that the law requires of its kind. The
 * same signature again changes nothing.
 * @throws DomainError 'not-found', 'invalid-input', or 'not-allowed-in-state' if nothing is to be signed
 */
export async function signReport(
  { db, config }: Dependencies,
  { token, work, signature, underPenalty }: ReportSignature,
): Promise<void> {
  const link = readReportToken(config.secrets, token);
  if (link?.party !== 'reporter') throw unknownLink();
  const { id } = link;
  await db.transaction(async (tx) => {
    const [found] = await tx.select().from(complaints).where(eq(complaints.id, id)).for('update');
    if (!found) throw unknownLink();
    if (found.signature === signature) return;
    if (!lacksSignature(found) || found.decidedAt) {
      throw new DomainError('not-allowed-in-state', 'This report needs no signature');
    }
    const missing = missingInSignature(found.kind, { work, underPenalty });
    if (missing[0]) throw new DomainError('invalid-input', missing[0].message, missing);
    await tx
      .update(complaints)
      .set({
        signature,
        work: found.kind === 'copyright' ? work : null,
        version: sql`${complaints.version} + 1`,
      })
      .where(eq(complaints.id, id));
    await recordComplaintEvent(tx, id, { event: 'signed', text: signature });
    await publishLiveEvent(tx, {
      topic: 'notifications',
      backOffice: true,
      influencerId: found.influencerId,
    });
  });
}
