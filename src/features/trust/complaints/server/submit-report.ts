import { createHash, randomUUID } from 'node:crypto';
import { isTrapped } from '#src/lib/bot-trap.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import { complaintReference } from '../complaints.rules.ts';
import { SIGNED_KINDS, type Report } from '../reports.schema.ts';
import { signReportToken } from './report-links.ts';
import { storeComplaint, type ComplaintIntake } from './store-complaint.ts';

type Dependencies = ComplaintIntake & { db: Db };

const fingerprintOf = (report: Report): string =>
  createHash('sha256').update(JSON.stringify(report)).digest('hex');

/**
 * Stores a report as a complaint and confirms it by mail; the same report again leads to the same open
 * complaint.
 * @param network of the reporter, as limits count it
 * @returns the case number, and the token of the private page
 */
export async function submitReport(
  dependencies: Dependencies,
  report: Report,
  network: string,
): Promise<{ reference: string; token: string }> {
  const { config, db } = dependencies;
  const id = isTrapped(report)
    ? randomUUID()
    : await db.transaction((tx) => storeReport(tx, dependencies, report, network));
  return {
    reference: complaintReference(id),
    token: signReportToken(config.secrets, id, 'reporter'),
  };
}

async function storeReport(
  tx: Db,
  dependencies: Dependencies,
  report: Report,
  network: string,
): Promise<string> {
  const { kind, address, explanation, name, email, work, signature } = report;
  return storeComplaint(tx, dependencies, {
    kind,
    address,
    explanation,
    name: name || null,
    email: email || null,
    work: kind === 'copyright' ? work : null,
    signature: SIGNED_KINDS.includes(kind) ? signature : null,
    fingerprint: fingerprintOf(report),
    receivedAt: await readDatabaseTime(tx),
    network,
  });
}
