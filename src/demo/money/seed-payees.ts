import { randomUUID } from 'node:crypto';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Seed } from '#src/demo/seed-context.ts';
import { createBankFile } from '#src/features/money/bank-files/server/create-bank-file.ts';
import {
  EXAMPLE_W8BEN,
  EXAMPLE_W8BENE,
  EXAMPLE_W9,
} from '#src/features/money/payees/example-tax-details.ts';
import type { VersionStatus } from '#src/features/money/payees/payee-versions.schema.ts';
import { lastFourOf } from '#src/features/money/payees/payees.rules.ts';
import type { BankDetails } from '#src/features/money/payees/payees.schema.ts';
import { BANK_DETAILS, bankDetails } from '#src/features/money/payees/server/payees.table.ts';
import { TAX_DETAILS, taxDetails } from '#src/features/money/payees/server/tax-details.table.ts';
import { TAX } from '#src/features/money/payees/server/tax-details.ts';
import type { TaxDetails } from '#src/features/money/payees/tax-details.schema.ts';
import { payouts } from '#src/features/money/payouts/server/payouts.table.ts';
import type { Config } from '#src/platform/config/config.ts';
import { sealFor } from '#src/platform/database/sealed-column.ts';

/** Examples of the registry of IBANs, by country. */
const IBANS = [
  'DE89370400440532013000',
  'NL91ABNA0417164300',
  'FR1420041010050500013M02606',
  'ES9121000418450200051332',
  'AT611904300234573201',
];
/** An example of the Federal Reserve's list of routing numbers. */
const ROUTING_NUMBER = '021000021';

/** The influencers whose W-8 has expired, whose LLC is taxed as a corporation, and without tax details. */
const EXPIRED_FORM = 1;
const CORPORATION = 4;
const WITHOUT_DETAILS = 7;

/** What the seed of bank details and files needs of the configuration. */
export type PayeeConfig = Pick<Config, 'secrets' | 'bank'>;

/** Half of the influencers have a US account, the others an IBAN. */
function detailsOf(holderName: string, index: number): BankDetails {
  const holder = { holderName, holderKind: 'person' } as const;
  if (index % 2 === 0) {
    const accountNumber = String(1_000_200_300 + index * 7_919);
    const us = { kind: 'us', country: 'US', currency: 'USD', accountType: 'checking' } as const;
    return { ...holder, ...us, routingNumber: ROUTING_NUMBER, accountNumber };
  }
  const iban = IBANS[(index >> 1) % IBANS.length]!;
  const country = iban.slice(0, 2);
  const kind = { kind: 'iban', currency: 'EUR' } as const;
  return { ...holder, ...kind, country, iban, bic: `EXAM${country}FF` };
}

type Version = { status: VersionStatus; proposedAt: Date; decidedAt: Date | null };

/**
 * Seeds bank details: one influencer has none, one waits for the confirmation, one has new ones that
 * hold payouts, and the others are confirmed. Two payouts are in a file for the bank.
 */
export async function seedPayees(seed: Seed, config: PayeeConfig): Promise<void> {
  const { influencers, daysAgo } = seed;
  const confirmedOn = (days: number): Version => ({
    status: 'confirmed',
    proposedAt: daysAgo(days + 1),
    decidedAt: daysAgo(days),
  });
  const proposed: Version = { status: 'proposed', proposedAt: daysAgo(1), decidedAt: null };
  for (const [index, influencer] of influencers.slice(0, -1).entries()) {
    const fromEnd = influencers.length - 2 - index;
    const version = [proposed, confirmedOn(1)][fromEnd] ?? confirmedOn(60);
    await insertVersion(seed, config, influencer, detailsOf(influencer.fullName, index), version);
  }
  await makeFile(seed, config);
}

async function insertVersion(
  { db, staffId }: Seed,
  { secrets }: PayeeConfig,
  { id: influencerId }: { id: string },
  details: BankDetails,
  version: Version,
): Promise<void> {
  const id = randomUUID();
  const { kind, holderName, holderKind, country, currency } = details;
  await db.insert(bankDetails).values({
    id,
    influencerId,
    kind,
    holderName,
    holderKind,
    country,
    currency,
    ...version,
    lastFour: lastFourOf(details),
    sealed: sealFor(secrets, BANK_DETAILS, id, JSON.stringify(details)),
    proposedBy: influencerId,
    decidedBy: version.decidedAt && staffId,
  });
}

/** Tax details: one influencer has none, one waits, one W-8 has expired, the others are confirmed. */
export async function seedTaxDetails(
  seed: Seed,
  { secrets }: Pick<PayeeConfig, 'secrets'>,
): Promise<void> {
  const { db, influencers, staffId, daysAgo } = seed;
  for (const [index, { id: influencerId, fullName }] of influencers.entries()) {
    if (index === WITHOUT_DETAILS) continue;
    const isWaiting = index === influencers.length - 2;
    const decided = isWaiting
      ? { status: 'proposed' as const, proposedAt: daysAgo(1) }
      : { status: 'confirmed' as const, proposedAt: daysAgo(101), decidedAt: daysAgo(100) };
    // The newest earns the most, so Form 1099-NEC names her.
    const details = taxDetailsOf(fullName, index === influencers.length - 1 ? 0 : index);
    const id = randomUUID();
    await db.insert(taxDetails).values({
      id,
      influencerId,
      ...TAX.summarize(details),
      sealed: sealFor(secrets, TAX_DETAILS, id, JSON.stringify(details)),
      ...decided,
      proposedBy: influencerId,
      decidedBy: isWaiting ? null : staffId,
    });
  }
}

/** US persons like their accounts; the others a person or a company elsewhere. */
function taxDetailsOf(fullName: string, index: number): TaxDetails {
  const certifiedOn = index === EXPIRED_FORM ? '2021-05-06' : '2026-02-03';
  const [firstName = fullName, ...names] = fullName.split(' ');
  const lastName = names.join(' ') || firstName;
  if (index === CORPORATION) {
    const llc = { classification: 'llc_s', tinKind: 'ein', tin: '911144442' } as const;
    return { ...EXAMPLE_W9, ...llc, legalName: `${lastName} Media LLC`, certifiedOn };
  }
  if (index % 2 === 0) return { ...EXAMPLE_W9, legalName: fullName, certifiedOn };
  if (index % 4 === 1) return { ...EXAMPLE_W8BEN, firstName, lastName, certifiedOn };
  return { ...EXAMPLE_W8BENE, legalName: `${lastName} Productions SARL`, certifiedOn };
}

async function makeFile({ db, adminId, influencers }: Seed, config: PayeeConfig): Promise<void> {
  const paidByIban = influencers.slice(0, -3).filter((_, index) => index % 2 === 1);
  const pending = await db
    .select({ id: payouts.id })
    .from(payouts)
    .where(
      and(
        inArray(
          payouts.influencerId,
          paidByIban.map(({ id }) => id),
        ),
        eq(payouts.status, 'pending'),
        eq(payouts.needsApproval, false),
      ),
    )
    .orderBy(desc(payouts.netPayoutCents), payouts.id)
    .limit(2);
  if (pending.length === 0) return;
  const selection = {
    id: randomUUID(),
    format: 'pain.001',
    ids: pending.map(({ id }) => id),
  } as const;
  await createBankFile({ db, config }, { userId: adminId, isLimited: false }, selection);
}
