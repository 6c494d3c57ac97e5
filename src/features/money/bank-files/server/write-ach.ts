import { toBankText } from '#src/lib/bank/bank-account.ts';
import type { AchOriginator } from '#src/platform/config/bank-config.ts';
import { totalOf, type BankPayment } from './bank-payment.ts';

/** Length of a record, and the number of records in a block, by the rules of Nacha. */
const RECORD_LENGTH = 94;
const BLOCKING_FACTOR = 10;
/** Entries that credit accounts, and nothing else. */
const CREDITS_ONLY = '220';
const TRANSACTION_CODES = { checking: '22', savings: '32' } as const;
/** An entry hash and a sum of entries take the last ten digits. */
const HASH_MODULUS = 10_000_000_000n;

type AchFile = {
  createdAt: Date;
  /** Distinguishes the files of a day: A to Z, 0 to 9. */
  modifier: string;
  originator: AchOriginator;
  payments: BankPayment[];
};

const left = (value: string, length: number) =>
  toBankText(value).toUpperCase().slice(0, length).padEnd(length);
const digits = (value: number | bigint, length: number) => {
  const written = String(value);
  if (written.length > length) throw new Error(`${written} has more than ${length} digits`);
  return written.padStart(length, '0');
};

const dayOf = (at: Date) => at.toISOString().slice(2, 10).replaceAll('-', '');
const timeOf = (at: Date) => at.toISOString().slice(11, 16).replace(':', '');

function record(fields: string[]): string {
  const line = fields.join('');
  if (line.length !== RECORD_LENGTH) throw new Error(`A record has ${line.length} characters`);
  return line;
}

type Totals = { entries: number; hash: bigint; cents: number };

const addTotals = (a: Totals, b: Totals): Totals => ({
  entries: a.entries + b.entries,
  hash: a.hash + b.hash,
  cents: a.cents + b.cents,
});
const NO_TOTALS: Totals = { entries: 0, hash: 0n, cents: 0 };

/** The first eight digits of the routing numbers, added up. */
function totals(payments: BankPayment[]): Totals {
  const hash = payments.reduce((sum, { details }) => sum + BigInt(bankOf(details).slice(0, 8)), 0n);
  return { entries: payments.length, hash, cents: totalOf(payments) };
}

function bankOf(details: BankPayment['details']): string {
  if (details.kind !== 'us') throw new Error('An ACH entry needs a US account');
  return details.routingNumber;
}

function entry({ payment, trace }: { payment: BankPayment; trace: string }): string {
  const { details, amountCents, endToEndId } = payment;
  if (details.kind !== 'us') throw new Error('An ACH entry needs a US account');
  return record([
    '6',
    TRANSACTION_CODES[details.accountType],
    details.routingNumber,
    details.accountNumber.padEnd(17),
    digits(amountCents, 10),
    endToEndId.padEnd(15),
    left(details.holderName, 22),
    '  ',
    '0',
    trace,
  ]);
}

type Batch = { code: 'PPD' | 'CCD'; payments: BankPayment[] };
type NumberedBatch = Batch & { number: number; firstTrace: number };

function batchRecords({ originator, createdAt }: AchFile, batch: NumberedBatch): string[] {
  const { code, payments, number, firstTrace } = batch;
  const { companyId, companyName } = originator;
  const odfi = originator.routingNumber.slice(0, 8);
  const day = dayOf(createdAt);
  const { entries, hash, cents } = totals(payments);
  return [
    record([
      '5',
      CREDITS_ONLY,
      left(companyName, 16),
      ' '.repeat(20),
      companyId,
      code,
      left('PAYOUT', 10),
      day,
      day,
      '   ',
      '1',
      odfi,
      digits(number, 7),
    ]),
    ...payments.map((payment, index) =>
      entry({ payment, trace: odfi + digits(firstTrace + index, 7) }),
    ),
    record([
      '8',
      CREDITS_ONLY,
      digits(entries, 6),
      digits(hash % HASH_MODULUS, 10),
      digits(0, 12),
      digits(cents, 12),
      companyId,
      ' '.repeat(25),
      odfi,
      digits(number, 7),
    ]),
  ];
}

/** One batch for people (PPD) and one for companies (CCD), as far as there are payments. */
function batchesOf(payments: BankPayment[]): NumberedBatch[] {
  const of = (holderKind: string) =>
    payments.filter(({ details }) => details.holderKind === holderKind);
  const batches: Batch[] = [
    { code: 'PPD', payments: of('person') },
    { code: 'CCD', payments: of('company') },
  ];
  const used = batches.filter((batch) => batch.payments.length > 0);
  return used.map((batch, index) => ({
    ...batch,
    number: index + 1,
    firstTrace: 1 + (index === 0 ? 0 : used[0]!.payments.length),
  }));
}

/**
 * A file of credits to US accounts in the format of Nacha: records of 94 characters in blocks of ten,
 * with entry hashes and totals. It has no offsetting debit: the bank debits the agency's account.
 */
export function writeAchFile(file: AchFile): string {
  const { createdAt, modifier, originator, payments } = file;
  const batches = batchesOf(payments);
  const sum = batches.map((batch) => totals(batch.payments)).reduce(addTotals, NO_TOTALS);
  const header = record([
    '1',
    '01',
    ` ${originator.routingNumber}`,
    originator.companyId,
    dayOf(createdAt),
    timeOf(createdAt),
    modifier,
    digits(RECORD_LENGTH, 3),
    String(BLOCKING_FACTOR),
    '1',
    left(originator.bankName, 23),
    left(originator.companyName, 23),
    ' '.repeat(8),
  ]);
  const body = batches.flatMap((batch) => batchRecords(file, batch));
  const count = 1 + body.length + 1;
  const blocks = Math.ceil(count / BLOCKING_FACTOR);
  const control = record([
    '9',
    digits(batches.length, 6),
    digits(blocks, 6),
    digits(sum.entries, 8),
    digits(sum.hash % HASH_MODULUS, 10),
    digits(0, 12),
    digits(sum.cents, 12),
    ' '.repeat(39),
  ]);
  const filler = Array.from({ length: blocks * BLOCKING_FACTOR - count }, () =>
    '9'.repeat(RECORD_LENGTH),
  );
  return `${[header, ...body, control, ...filler].join('\r\n')}\r\n`;
}
