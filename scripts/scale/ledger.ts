import { sql, type SQL } from 'drizzle-orm';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { documentSeries, invoices } from '#src/features/money/invoices/server/invoices.table.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTotals,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { Size } from './size.ts';
import { idOf, literal, numbersTo, userId, type SeedStep } from './step.ts';

export type Prefixes = { invoicePrefix: string; creditNotePrefix: string };

const chargeId = idOf('acac', sql`t.n * 4 + k`);
const platformAccount = (kind: string) =>
  sql`(select id from ${ledgerAccounts} where kind = ${literal(kind)})`;
const at = sql`(t.anchor + k * interval '1 month')`;

// A fan who ended a subscription with a refund got the last payment back, two days later.
const IS_REFUNDED = sql`t.state = 'cancelled' and t.n % 10 = 0 and k = t.months - 1`;

/** Each paid month of a subscription, with its parts. */
const PAYMENTS = sql`
  create temporary table scale_payments as
  select ${chargeId} as id, ${idOf('adad', sql`t.n`)} as refund_id, ${IS_REFUNDED} as is_refunded,
    s.id as subscription_id, s.subscriber_id, s.price_cents as paid, a.id as share_account_id,
    p.platform_commission_percent as percent, fee, floor((s.price_cents - fee) * p.platform_commission_percent / 100)::int as commission,
    ${at} as at, ${at} + interval '2 days' as refunded_at, t.n, k,
    ${at} as period_start, t.anchor + (k + 1) * interval '1 month' as period_end
  from scale_terms t
  join ${userSubscriptions} s on s.id = ${idOf('abab', sql`t.n`)}
  join ${subscriptionPlans} p on p.id = s.subscription_plan_id
  join ${ledgerAccounts} a on a.influencer_id = s.influencer_id
  cross join generate_series(0, t.months - 1) k
  cross join lateral (select s.price_cents * 5 / 100 as fee) fees`;

/** The entries of a payment, or of its refund. */
const entriesOf = (id: SQL, occurredAt: SQL, sign: 1 | -1, condition: SQL) => sql`
  insert into ${ledgerEntries} (transaction_id, account_id, amount_cents, occurred_at)
  select ${id}, part.account_id, ${literal(sign)} * part.amount, ${occurredAt}
  from scale_payments p cross join lateral (values
    (${platformAccount('cash')}, p.paid), (${platformAccount('merchant_fees')}, -p.fee),
    (${platformAccount('platform_commission')}, -p.commission),
    (p.share_account_id, p.fee + p.commission - p.paid)
  ) part (account_id, amount) where ${condition}`;

const CHARGES = sql`
  insert into ${ledgerTransactions} (id, kind, occurred_at, recorded_at, share_account_id, provider,
    provider_reference, subscription_id, subscriber_id, period_start, period_end, commission_percent)
  select id, 'charge', at, at, share_account_id, 'sandbox', 'scale_payment_' || n || '_' || k,
    subscription_id, subscriber_id, period_start, period_end, percent
  from scale_payments`;

const REFUNDS = sql`
  insert into ${ledgerTransactions} (id, kind, occurred_at, recorded_at, share_account_id, provider,
    provider_reference, reverses, subscription_id, subscriber_id)
  select refund_id, 'refund', refunded_at, refunded_at, share_account_id, 'sandbox',
    'scale_refund_' || n, id, subscription_id, subscriber_id
  from scale_payments where is_refunded`;

const TOTALS = sql`
  insert into ${ledgerTotals} (month, account, kind, shard, amount_cents, entries)
  select date_trunc('month', e.occurred_at at time zone 'UTC')::date, a.kind, t.kind, 0, sum(e.amount_cents), count(*)
  from ${ledgerEntries} e join ${ledgerTransactions} t on t.id = e.transaction_id
  join ${ledgerAccounts} a on a.id = e.account_id group by 1, 2, 3`;

/** Invoices and credit notes, numbered by year in the order of the payments. */
const documentsOf = (
  prefix: string,
  { kind, from }: { kind: 'invoice' | 'credit_note'; from: SQL },
) => sql`
  insert into ${invoices} (id, kind, prefix, year, sequence, number, issued_at, occurred_at, transaction_id,
    charge_id, subscriber_id, gross_cents, tax_cents, scheme, content)
  select ${idOf(kind === 'invoice' ? 'afaf' : 'aeae', sql`row_number() over ()`)}, ${literal(kind)},
    ${literal(prefix)}, year, sequence,
    ${literal(prefix)} || '-' || year || '-' || lpad(sequence::text, greatest(6, length(sequence::text)), '0'),
    d.at, d.at, d.transaction_id, d.charge_id, d.subscriber_id, d.gross, 0, 'none',
    jsonb_build_object(
      'seller', jsonb_build_object('name', 'Velvet Rope', 'legalForm', null, 'address', null, 'country', null, 'taxId', null),
      'buyer', jsonb_build_object('name', f.full_name, 'email', f.email, 'country', null, 'countrySource', null, 'isBusiness', false),
      'line', jsonb_build_object('kind', d.kind, 'influencerName', i.full_name,
        'periodStart', to_char(d.period_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'periodEnd', to_char(d.period_end at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
      'payment', jsonb_build_object('provider', 'sandbox', 'cardLastFour', '4242', 'statementDescriptor', null),
      'corrects', d.corrects)
  from (
    select document.*, row_number() over (partition by year order by at, transaction_id) as sequence
    from (select *, extract(year from at at time zone 'UTC')::int as year from (${from}) dated) document
  ) d
  join ${profiles} f on f.id = d.subscriber_id
  join ${ledgerAccounts} a on a.id = d.share_account_id join ${profiles} i on i.id = a.influencer_id`;

const SALES = sql`
  select 'charge' as kind, id as transaction_id, id as charge_id, at, paid as gross, null::jsonb as corrects,
    subscriber_id, share_account_id, period_start, period_end from scale_payments`;
const RETURNS = sql`
  select 'refund' as kind, p.refund_id as transaction_id, p.id as charge_id, p.refunded_at as at, -p.paid as gross,
    jsonb_build_object('number', v.number, 'issuedAt', to_char(v.issued_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as corrects,
    p.subscriber_id, p.share_account_id, p.period_start, p.period_end
  from scale_payments p join ${invoices} v on v.transaction_id = p.id where p.is_refunded`;

const SERIES = sql`
  insert into ${documentSeries} (prefix, year, last_sequence)
  select prefix, year, max(sequence) from ${invoices} group by 1, 2`;

/** The payments of all subscriptions in the ledger, some of them refunded, and their documents. */
export function ledgerSteps(
  { influencers, subscriptions }: Size,
  { invoicePrefix, creditNotePrefix }: Prefixes,
): SeedStep[] {
  const payments = Math.round(subscriptions * 1.3);
  return [
    {
      title: 'payments',
      rows: payments * 2,
      statements: [
        sql`insert into ${ledgerAccounts} (kind, influencer_id)
          select 'influencer_share', ${userId(sql`n`)} from ${numbersTo(influencers)}`,
        PAYMENTS,
        sql`drop table scale_terms`,
        sql`analyze scale_payments`,
        CHARGES,
        REFUNDS,
      ],
    },
    {
      title: 'ledger entries',
      rows: payments * 4,
      statements: [
        entriesOf(sql`p.id`, sql`p.at`, 1, sql`true`),
        entriesOf(sql`p.refund_id`, sql`p.refunded_at`, -1, sql`p.is_refunded`),
        TOTALS,
      ],
    },
    {
      title: 'invoices',
      rows: payments,
      statements: [
        documentsOf(invoicePrefix, { kind: 'invoice', from: SALES }),
        documentsOf(creditNotePrefix, { kind: 'credit_note', from: RETURNS }),
        SERIES,
        sql`drop table scale_payments`,
      ],
    },
  ];
}
