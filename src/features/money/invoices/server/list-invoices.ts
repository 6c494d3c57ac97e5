import { eq, gte, lt, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import {
  ledgerAccounts,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import { formatReceiptNumber } from '#src/lib/receipt-number.ts';
import {
  containsText,
  jsonObject,
  literal,
  type SelectionOf,
  selectRows,
} from '#src/platform/database/statement.ts';
import { csvFile } from '#src/platform/http/csv.ts';
import { listAll, listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import {
  INVOICE_LABELS,
  SCHEME_LABELS,
  type InvoiceQuery,
  type InvoiceRow,
  type invoiceRowSchema,
} from '../invoices.schema.ts';
import { invoices } from './invoices.table.ts';

type Row = z.input<typeof invoiceRowSchema>;

const influencer = alias(profiles, 'influencer');

const ofBuyer = (name: 'name' | 'email') =>
  sql<string>`coalesce(${invoices.content} -> 'buyer' ->> ${sql.raw(`'${name}'`)}, '')`;
const influencerName = sql<string>`${invoices.content} -> 'line' ->> 'influencerName'`;

const INVOICES = {
  columns: {
    id: invoices.id,
    number: invoices.number,
    kind: invoices.kind,
    issuedAt: invoices.issuedAt,
    occurredAt: invoices.occurredAt,
    chargeId: invoices.chargeId,
    fan: jsonObject({
      id: sql<string | null>`${users.id}`,
      fullName: ofBuyer('name'),
      email: ofBuyer('email'),
    } satisfies SelectionOf<InvoiceRow['fan']>),
    influencer: jsonObject({
      id: sql<string | null>`${influencer.id}`,
      fullName: influencerName,
    } satisfies SelectionOf<InvoiceRow['influencer']>),
    country: invoices.country,
    scheme: invoices.scheme,
    rateBasisPoints: invoices.rateBasisPoints,
    netCents: sql<number>`(${invoices.grossCents} - ${invoices.taxCents})::float8`,
    taxCents: invoices.taxCents,
    grossCents: invoices.grossCents,
  } satisfies SelectionOf<Row>,
  from: sql`${invoices}
    join ${ledgerTransactions} on ${ledgerTransactions.id} = ${invoices.transactionId}
    join ${ledgerAccounts} on ${ledgerAccounts.id} = ${ledgerTransactions.shareAccountId}
    left join ${profiles} ${influencer} on ${influencer.id} = ${ledgerAccounts.influencerId}
    left join ${users} on ${users.id} = ${invoices.subscriberId}`,
  id: invoices.id,
  sorts: { newest: { by: invoices.occurredAt, type: 'timestamptz' } },
} satisfies Listing<'newest'>;

const isBackOffice = ({ role }: Actor): boolean => role === 'admin' || role === 'staff';

/** The documents within the back office user's limit, or the fan's own. */
const isVisibleTo = (actor: Actor): SQL =>
  isBackOffice(actor)
    ? (inScope(actor, ledgerAccounts.influencerId) ?? sql`true`)
    : eq(invoices.subscriberId, actor.userId);

const dayAfter = (day: string) => sql`(${day}::date + 1)::timestamp at time zone 'UTC'`;

type Filter = Omit<InvoiceQuery, 'sort' | 'after' | 'before'>;

const conditionsOf = (actor: Actor, filter: Filter) =>
  [
    isVisibleTo(actor),
    containsText(filter.search, invoices.number, ofBuyer('name'), ofBuyer('email'), influencerName),
    filter.kind && eq(invoices.kind, literal(filter.kind)),
    filter.scheme && eq(invoices.scheme, filter.scheme),
    filter.country && eq(invoices.country, filter.country),
    filter.influencer && eq(ledgerAccounts.influencerId, filter.influencer),
    filter.from &&
      gte(invoices.occurredAt, sql`${filter.from}::date::timestamp at time zone 'UTC'`),
    filter.to && lt(invoices.occurredAt, dayAfter(filter.to)),
  ].map((condition) => condition || undefined);

/** A page of the filtered invoices and credit notes, newest first. */
export function listInvoices(pool: Pool, actor: Actor, query: InvoiceQuery) {
  return listPage(pool, INVOICES, { ...query, where: conditionsOf(actor, query) });
}

const dollars = (cents: number): number => cents / 100;

/** All filtered invoices and credit notes, as a file. */
export function exportInvoices(
  pool: Pool,
  actor: Actor,
  query: Filter & Pick<InvoiceQuery, 'sort'>,
) {
  return csvFile<Row>(
    'invoices.csv',
    {
      Number: ({ number }) => number,
      Kind: ({ kind }) => INVOICE_LABELS[kind],
      'Issued (UTC)': ({ issuedAt }) => issuedAt,
      'Paid or Refunded (UTC)': ({ occurredAt }) => occurredAt,
      Receipt: ({ chargeId }) => formatReceiptNumber(chargeId),
      Fan: ({ fan }) => fan.fullName || fan.email,
      Email: ({ fan }) => fan.email,
      Influencer: ({ influencer: { fullName } }) => fullName,
      Tax: ({ scheme }) => SCHEME_LABELS[scheme],
      Country: ({ country }) => country,
      'Rate Percent': ({ rateBasisPoints }) => rateBasisPoints && rateBasisPoints / 100,
      'Net (USD)': ({ netCents }) => dollars(netCents),
      'Tax (USD)': ({ taxCents }) => dollars(taxCents),
      'Gross (USD)': ({ grossCents }) => dollars(grossCents),
    },
    listAll(pool, INVOICES, { ...query, where: conditionsOf(actor, query) }),
  );
}

/** A document with its content, for the back office or its fan. @throws DomainError 'not-found' */
export async function getInvoice(pool: Pool, actor: Actor, id: string) {
  const [found] = await selectRows(
    pool,
    { ...INVOICES.columns, content: invoices.content },
    (columns) => sql`
      select ${columns} from ${INVOICES.from}
      where ${invoices.id} = ${id}::uuid and ${isVisibleTo(actor)}`,
  );
  if (!found) throw new DomainError('not-found', 'Invoice not found');
  return found;
}
export type StoredInvoice = Awaited<ReturnType<typeof getInvoice>>;
