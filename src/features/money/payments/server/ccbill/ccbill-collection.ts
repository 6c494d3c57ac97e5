import { desc, max, min } from 'drizzle-orm';
import { DAY_MS } from '#src/lib/dates.ts';
import type { Db } from '#src/platform/database/db.ts';
import { ccbillExtractLines, ccbillExtracts } from '../ccbill-extracts.table.ts';
import type { RecordRange } from '../provider-records.ts';
import type { DataLink } from './ccbill-datalink.ts';
import { fetchExtract } from './ccbill-extract.ts';

const SECOND_MS = 1000;
const HOUR_MS = 60 * 60 * SECOND_MS;
/** Parameters of a statement are limited. */
const BATCH = 2_000;

/**
 * Collects the next part of CCBill's export: at most a day, from where the last part ends, and not
 * what is younger than an hour. Does nothing within an hour of the last part, because CCBill would
 * refuse it. @throws DomainError 'provider-unavailable'
 */
export async function collectExtract(db: Db, link: DataLink, now: Date): Promise<void> {
  const [last] = await db.select().from(ccbillExtracts).orderBy(desc(ccbillExtracts.toAt)).limit(1);
  if (last && now.getTime() - last.collectedAt.getTime() < HOUR_MS) return;
  const newest = Math.floor((now.getTime() - HOUR_MS) / SECOND_MS) * SECOND_MS;
  const fromMs = last ? last.toAt.getTime() + SECOND_MS : newest - DAY_MS + SECOND_MS;
  const toMs = Math.min(newest, fromMs + DAY_MS - SECOND_MS);
  if (toMs <= fromMs) return;
  const [fromAt, toAt] = [new Date(fromMs), new Date(toMs)];
  const lines = await fetchExtract(link, { from: fromAt, to: toAt });
  await db.transaction(async (tx) => {
    const [extract] = await tx
      .insert(ccbillExtracts)
      .values({ fromAt, toAt, collectedAt: now })
      .onConflictDoNothing()
      .returning({ id: ccbillExtracts.id });
    if (!extract) return;
    const rows = lines.map((line, number) => ({
      ...line,
      extractId: extract.id,
      number,
      // A day without a time may begin or end outside.
      occurredAt: new Date(Math.min(Math.max(+line.occurredAt, fromMs), toMs)),
    }));
    for (let start = 0; start < rows.length; start += BATCH) {
      await tx.insert(ccbillExtractLines).values(rows.slice(start, start + BATCH));
    }
  });
}

/** The time of which the export was collected; null for none. */
export async function findCollected(db: Db): Promise<RecordRange | null> {
  const [range] = await db
    .select({ from: min(ccbillExtracts.fromAt), to: max(ccbillExtracts.toAt) })
    .from(ccbillExtracts);
  return range?.from && range.to ? { from: range.from, to: range.to } : null;
}
