import { sql, type SQL } from 'drizzle-orm';
import type { RecordKind } from '#src/features/money/payments/provider-records.schema.ts';
import type { RecordRange } from '#src/features/money/payments/server/provider-records.ts';
import type { VerifiedWebhook } from '#src/features/money/payments/server/provider-webhooks.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Difference, RecordSide, RecordTotal } from '../reconciliation.schema.ts';
import { ourRecords } from './our-records.ts';
import { listedRecords } from './reconciliation.table.ts';

/** What is compared: a provider's listing with our records of the same time. */
export type Comparison = {
  runId: string;
  provider: string;
  /** What the provider lists; of other kinds, nothing is missing there. */
  kinds: readonly RecordKind[];
  from: Date;
  /** What is newer may still be on its way. */
  until: Date;
  /** Of which part of this time the provider lists payments and reversals. */
  listed: RecordRange;
};

/** A record that the two sides do not have alike. */
export type FoundDifference = {
  kind: RecordKind;
  reference: string;
  difference: Difference;
  theirs: RecordSide | null;
  ours: RecordSide | null;
  paymentId: string | null;
  subscriptionId: string | null;
  occurredAt: Date;
  /** The webhook that would have reported the provider's record. */
  report: VerifiedWebhook | null;
};

const listOf = (kinds: readonly string[]) =>
  sql.join(
    kinds.map((kind) => sql`${kind}`),
    sql`, `,
  );

/** Both sides as `theirs` and `ours`. */
function bothSides({ runId, provider, from }: Comparison): SQL {
  return sql`with theirs as materialized (
      select * from ${listedRecords} where ${listedRecords.runId} = ${runId}
    ), ours as materialized (
      ${ourRecords(provider, from, sql`select kind, reference from theirs`)}
    )`;
}

const side = (name: 'theirs' | 'ours') => {
  const of = sql.raw(name);
  return sql`case when ${of}.reference is not null then jsonb_build_object(
    'amountCents', ${of}.amount_cents, 'currency', ${of}.currency, 'state', ${of}.state,
    'subscriptionReference', ${of}.subscription_reference, 'occurredAt', ${of}.occurred_at) end`;
};

/** States that lead to the same charges: what ends here is not charged there. */
const isSameState = sql`(theirs.state is not distinct from ours.state
  or (theirs.state in ('stopping', 'ended') and ours.state in ('stopping', 'ended')))`;

type Row = Omit<FoundDifference, 'report' | 'occurredAt'> & {
  occurredAt: string;
  reportId: string | null;
  reportType: string | null;
  report: string | null;
};

/** Compares the two sides record by record, in both directions. */
export async function findDifferences(db: Db, comparison: Comparison): Promise<FoundDifference[]> {
  const { kinds, listed, until } = comparison;
  const { rows } = await db.execute<Row>(sql`
    ${bothSides(comparison)}
    select coalesce(theirs.kind, ours.kind) as kind, coalesce(theirs.reference, ours.reference) as reference,
      case when ours.reference is null then 'missing_here' when theirs.reference is null then 'missing_there'
        else 'different' end as difference,
      ${side('theirs')} as theirs, ${side('ours')} as ours,
      ours.payment_id as "paymentId", ours.subscription_id as "subscriptionId",
      coalesce(theirs.occurred_at, ours.occurred_at) as "occurredAt",
      theirs.report_id as "reportId", theirs.report_type as "reportType", theirs.report
    from theirs full join ours on ours.kind = theirs.kind and ours.reference = theirs.reference
    where case
      when ours.reference is null then theirs.occurred_at <= ${until} and theirs.state is distinct from 'ended'
      when theirs.reference is null then ours.kind in (${listOf(kinds)}) and ours.known_at <= ${until}
        and case ours.kind when 'subscription' then ours.state in ('renewing', 'paused')
          else ours.occurred_at between ${listed.from} and ${listed.to} end
      else theirs.amount_cents is distinct from ours.amount_cents
        or theirs.currency is distinct from ours.currency
        or theirs.subscription_reference <> ours.subscription_reference
        or (not ${isSameState} and ours.known_at <= ${until}) end
    order by coalesce(theirs.occurred_at, ours.occurred_at), array_position(
      array['charge', 'refund', 'dispute', 'dispute_won', 'subscription'], coalesce(theirs.kind, ours.kind))`);
  return rows.map(({ reportId, reportType, report, occurredAt, ...row }) => ({
    ...row,
    occurredAt: new Date(occurredAt),
    report: report === null ? null : { id: reportId!, type: reportType!, content: report },
  }));
}

/** Sums both sides by kind and currency; subscriptions that have not ended are counted. */
export async function sumRecords(db: Db, comparison: Comparison): Promise<RecordTotal[]> {
  const { kinds, listed } = comparison;
  // A record that both have counts by our time, on both sides.
  const counted = (name: 'theirs' | 'ours') => {
    const side = sql.raw(name);
    return sql`
    select ${side}.kind, ${side}.currency, ${sql.raw(`'${name}'`)} as side, coalesce(${side}.amount_cents, 0) as cents
    from ${side} left join ours known on known.kind = ${side}.kind and known.reference = ${side}.reference
    where ${side}.kind in (${listOf(kinds)})
      and case ${side}.kind when 'subscription' then ${side}.state <> 'ended'
        else coalesce(known.occurred_at, ${side}.occurred_at) between ${listed.from} and ${listed.to} end`;
  };
  const sum = (name: 'theirs' | 'ours') => sql`json_build_object(
    'count', count(*) filter (where side = ${name}),
    'cents', coalesce(sum(cents) filter (where side = ${name}), 0))`;
  const { rows } = await db.execute<Omit<RecordTotal, 'driftCents'>>(sql`
    ${bothSides(comparison)}
    select kind, currency, ${sum('theirs')} as provider, ${sum('ours')} as ours
    from (${counted('theirs')} union all ${counted('ours')}) counted
    group by kind, currency order by array_position(
      array['charge', 'refund', 'dispute', 'dispute_won', 'subscription'], kind), currency`);
  return rows.map((row) => ({ ...row, driftCents: row.ours.cents - row.provider.cents }));
}
