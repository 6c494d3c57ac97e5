import { min } from 'drizzle-orm';
import { pino } from 'pino';
import type { Seed } from '#src/demo/seed-context.ts';
import { taxResidences } from '#src/features/money/invoices/server/invoices.table.ts';
import { issueInvoices } from '#src/features/money/invoices/server/issue-invoices.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import type { Config } from '#src/platform/config/config.ts';

/** Where the demo's fans live, in turn. */
const COUNTRIES = ['DE', 'US', 'FR', 'NL', 'GB', 'ES', 'IT', 'SE', 'CA', 'PL', 'AT', 'IE'];
const WEEK_MS = 7 * 24 * 60 * 60_000;

/** What the seed of invoices needs of the configuration. */
export type InvoiceConfig = Pick<Config, 'agency' | 'tax'>;

/** Seeds where fans live, and issues the documents of all payments, each in its own week. */
export async function seedInvoices({ db, fans, now }: Seed, config: InvoiceConfig): Promise<void> {
  const residences = fans.map(({ id: userId }, index) => ({
    userId,
    country: COUNTRIES[index % COUNTRIES.length]!,
  }));
  await db.insert(taxResidences).values(residences);
  // What the provider reported is not part of the demo's history.
  const payments = { connected: [], sales: [], skippedUntil: new Map<string, number>() };
  const dependencies = { db, config, payments, log: pino({ level: 'silent' }) };
  const [first] = await db
    .select({ at: min(ledgerTransactions.occurredAt) })
    .from(ledgerTransactions);
  for (let at = first!.at!.getTime() + WEEK_MS; at < now.getTime(); at += WEEK_MS) {
    await issueInvoices(dependencies, new Date(at));
  }
  await issueInvoices(dependencies, now);
}
