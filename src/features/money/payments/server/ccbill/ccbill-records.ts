import { and, asc, between, gt, inArray } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { ccbillExtractLines } from '../ccbill-extracts.table.ts';
import type {
  ListedRecords,
  OurTransaction,
  ProviderRecord,
  RecordRange,
} from '../provider-records.ts';
import { collectExtract, findCollected } from './ccbill-collection.ts';
import type { DataLink } from './ccbill-datalink.ts';
import type { ExtractLine, ExtractType } from './ccbill-extract.ts';
import { makeCcbillRenewal } from './ccbill-webhook.ts';

const SUBSCRIPTIONS_PER_PAGE = 200;
/** CCBill's days and ours may be cut differently. */
const TOLERANCE_MS = 3 * 24 * 60 * 60 * 1000;

const KINDS = {
  NEW: 'charge',
  REBILL: 'charge',
  REFUND: 'refund',
  VOID: 'refund',
  CHARGEBACK: 'dispute',
} as const satisfies Record<ExtractType, ProviderRecord['kind']>;

/** CCBill's records: the subscriptions, about which it answers one by one, and the collected export. */
export function listCcbillRecords(link: DataLink, subscriptions: ListedRecords): ListedRecords {
  return {
    kinds: ['charge', 'refund', 'dispute', ...subscriptions.kinds],
    collect: (db, now) => collectExtract(db, link, now),
    findCollected,
    async listRecords(range, cursor, ours) {
      const place = cursor === null ? { cursor } : (JSON.parse(cursor) as Place);
      if ('cursor' in place) {
        const page = await subscriptions.listRecords(range, place.cursor, ours);
        const next: Place = page.next === null ? { after: '' } : { cursor: page.next };
        return { ...page, next: JSON.stringify(next) };
      }
      const lines = await readLines(ours.db, range, place.after);
      const groups = Map.groupBy(lines, ({ subscriptionReference }) => subscriptionReference);
      const references = [...groups.keys()];
      const known = Map.groupBy(
        references.length > 0 ? await ours.listTransactions(references) : [],
        ({ subscriptionReference }) => subscriptionReference,
      );
      const next: Place | null =
        references.length < SUBSCRIPTIONS_PER_PAGE ? null : { after: references.at(-1)! };
      return {
        records: [...groups].flatMap(([reference, group]) =>
          matchLines(group, known.get(reference) ?? []),
        ),
        next: next && JSON.stringify(next),
      };
    },
  };
}

/** Where the subscriptions stand, or after which of them the lines continue. */
type Place = { after: string } | { cursor: string | null };

/** All lines of the next subscriptions, in the order of time. */
async function readLines(db: Db, { from, to }: RecordRange, after: string) {
  const { subscriptionReference, occurredAt, extractId, number } = ccbillExtractLines;
  const isInRange = between(occurredAt, from, to);
  const subscriptions = db
    .select({ subscriptionReference })
    .from(ccbillExtractLines)
    .where(and(isInRange, gt(subscriptionReference, after)))
    .groupBy(subscriptionReference)
    .orderBy(asc(subscriptionReference))
    .limit(SUBSCRIPTIONS_PER_PAGE);
  return db
    .select()
    .from(ccbillExtractLines)
    .where(and(isInRange, inArray(subscriptionReference, subscriptions)))
    .orderBy(subscriptionReference, occurredAt, extractId, number);
}

/**
 * The records of a subscription's lines. A sale, a refund or a chargeback has no number in the export:
 * it has that of our transaction with the same amount within three days, each at most once.
 */
export function matchLines(
  lines: readonly ExtractLine[],
  ours: readonly OurTransaction[],
): ProviderRecord[] {
  const renewals = new Set(lines.map(({ transactionReference }) => transactionReference));
  const left = ours.filter(({ reference }) => !renewals.has(reference));
  const unmatched = new Map<string, number>();
  return lines.map((line) => {
    const { type, subscriptionReference, transactionReference, occurredAt } = line;
    const kind = KINDS[type];
    const own = transactionReference === null ? take(left, kind, line) : null;
    return {
      kind,
      reference: transactionReference ?? own?.reference ?? nameLine(line, unmatched),
      subscriptionReference,
      paymentReference: null,
      amountCents: line.amountCents ?? own?.amountCents ?? null,
      currency: 'usd',
      state: null,
      occurredAt,
      report: type === 'REBILL' ? makeCcbillRenewal(line) : null,
    };
  });
}

/** A name for a line that we do not know: a sale has its subscription's number, equal lines are counted. */
function nameLine(
  { type, subscriptionReference, amountCents, occurredAt }: ExtractLine,
  named: Map<string, number>,
): string {
  if (type === 'NEW') return subscriptionReference;
  const name = [type, subscriptionReference, occurredAt.toISOString(), amountCents].join(':');
  const count = (named.get(name) ?? 0) + 1;
  named.set(name, count);
  return `${name}:${count}`;
}

/** Removes our transaction that a line without a number is about. */
function take(
  left: OurTransaction[],
  kind: ProviderRecord['kind'],
  { amountCents, occurredAt }: ExtractLine,
): OurTransaction | null {
  const index = left.findIndex(
    (one) =>
      one.kind === kind &&
      (amountCents === null || one.amountCents === amountCents) &&
      Math.abs(one.occurredAt.getTime() - occurredAt.getTime()) <= TOLERANCE_MS,
  );
  return index === -1 ? null : left.splice(index, 1)[0]!;
}
