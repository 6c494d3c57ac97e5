import Papa from 'papaparse';
import { CURRENCY } from '#src/lib/locale/locale.ts';
import { DomainError } from '#src/lib/problem.ts';
import { centsOf, isDay, type BankEntries, type BankEntry } from './bank-entry.ts';

const COLUMNS = ['End-to-end ID', 'Amount', 'Date', 'Status', 'Reference', 'Reason'] as const;
const REQUIRED = COLUMNS.slice(0, 4);

type Row = Partial<Record<(typeof COLUMNS)[number], string>>;

const refuse = (detail: string) => new DomainError('invalid-file', detail);

/** The movements of a table with a status of `paid` or `returned`. @throws DomainError 'invalid-file' */
export function readBankCsv(content: string): BankEntries {
  const known = new Map(COLUMNS.map((name) => [name.toLowerCase(), name]));
  const { data, meta } = Papa.parse<Row>(content.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (header) => known.get(header.trim().toLowerCase()) ?? header,
  });
  const missing = REQUIRED.filter((name) => !meta.fields?.includes(name));
  if (missing.length > 0) throw refuse(`The file has no column ${missing.join(', ')}`);
  const entries = data.flatMap((row, index) => readRow(row, index + 1) ?? []);
  return { entries, others: data.length - entries.length };
}

function readRow(row: Row, number: number): BankEntry | null {
  const cell = (name: keyof Row) => row[name]?.trim() || null;
  const endToEndId = cell('End-to-end ID');
  if (!endToEndId) return null;
  const cents = centsOf(cell('Amount') ?? '');
  const valueDate = cell('Date') ?? '';
  const outcome = cell('Status')?.toLowerCase();
  if (cents === null) throw refuse(`Row ${number}: the amount must look like 1234.50`);
  if (!isDay(valueDate)) throw refuse(`Row ${number}: the date must look like 2026-11-25`);
  if (outcome !== 'paid' && outcome !== 'returned') {
    throw refuse(`Row ${number}: the status must be paid or returned`);
  }
  return {
    number,
    endToEndId,
    amountCents: cents,
    currency: CURRENCY,
    valueDate,
    outcome,
    reference: cell('Reference'),
    reason: cell('Reason'),
  };
}
