import { parseXml, XmlElement, type XmlDocument } from '@rgrove/parse-xml';
import { DomainError } from '#src/lib/problem.ts';
import { centsOf, isDay, type BankEntries, type BankEntry } from './bank-entry.ts';

const MESSAGES = ['camt.053.001', 'camt.054.001'];
/** What banks write when a payment had no reference. */
const NO_REFERENCE = 'NOTPROVIDED';

const refuse = (detail: string) => new DomainError('invalid-file', detail);

/** The elements of a path below an element, whatever prefix the namespace has. */
function findAll(from: XmlElement, path: string): XmlElement[] {
  return path
    .split('/')
    .reduce<XmlElement[]>(
      (found, name) =>
        found.flatMap(({ children }) =>
          children.filter(
            (child): child is XmlElement =>
              child instanceof XmlElement && child.name.replace(/^.*:/, '') === name,
          ),
        ),
      [from],
    );
}

const find = (from: XmlElement, ...paths: string[]): XmlElement | undefined =>
  paths.flatMap((path) => findAll(from, path))[0];
const textOf = (from: XmlElement, ...paths: string[]): string | null =>
  find(from, ...paths)?.text.trim() || null;

function parse(content: string): XmlDocument {
  // A bank's file has no document type; without one there are no entities to expand.
  if (/<!DOCTYPE/i.test(content)) throw refuse('The file contains a document type definition');
  try {
    return parseXml(content);
  } catch {
    throw refuse('This is not a complete XML file');
  }
}

/** The final movements of a statement (camt.053) or notification (camt.054) of a bank. @throws DomainError 'invalid-file' */
export function readCamt(content: string): BankEntries {
  const { root } = parse(content);
  const namespaces = Object.values(root?.attributes ?? {});
  if (!root || !namespaces.some((name) => MESSAGES.some((message) => name.includes(message)))) {
    throw refuse('This is not a camt.053 or camt.054 file');
  }
  const final = ['BkToCstmrStmt/Stmt/Ntry', 'BkToCstmrDbtCdtNtfctn/Ntfctn/Ntry']
    .flatMap((path) => findAll(root, path))
    .filter((entry) => ['BOOK', null].includes(textOf(entry, 'Sts/Cd', 'Sts')));
  const movements = final.flatMap(listMovements);
  const entries = movements.flatMap((movement, index) => readMovement(movement, index + 1) ?? []);
  return { entries, others: movements.length - entries.length };
}

/** An entry, and one transaction of it; without details the entry itself. */
type Movement = { entry: XmlElement; details: XmlElement; isOnly: boolean };

function listMovements(entry: XmlElement): Movement[] {
  const all = findAll(entry, 'NtryDtls/TxDtls');
  if (all.length === 0) return [{ entry, details: entry, isOnly: true }];
  return all.map((details) => ({ entry, details, isOnly: all.length === 1 }));
}

function readMovement({ entry, details, isOnly }: Movement, number: number): BankEntry | null {
  const endToEndId = textOf(details, 'Refs/EndToEndId');
  if (!endToEndId || endToEndId === NO_REFERENCE) return null;
  // The movement in the currency of the account; the payee's may be another one.
  const amount =
    find(details, 'Amt', 'AmtDtls/TxAmt/Amt') ?? (isOnly ? find(entry, 'Amt') : undefined);
  const cents = amount && centsOf(amount.text);
  const valueDate = textOf(entry, 'ValDt/Dt', 'ValDt/DtTm', 'BookgDt/Dt', 'BookgDt/DtTm')?.slice(
    0,
    10,
  );
  if (cents === null || cents === undefined || !valueDate || !isDay(valueDate)) {
    throw refuse(`Movement ${number} (${endToEndId}) has no amount or no date`);
  }
  const isCredit = textOf(details, 'CdtDbtInd') ?? textOf(entry, 'CdtDbtInd');
  const returned = find(details, 'RtrInf');
  const isReturned = returned !== undefined || isCredit === 'CRDT';
  return {
    number,
    endToEndId,
    amountCents: cents,
    currency: amount?.attributes.Ccy ?? '',
    valueDate,
    outcome: isReturned ? 'returned' : 'paid',
    reference: textOf(details, 'Refs/AcctSvcrRef') ?? textOf(entry, 'AcctSvcrRef'),
    reason: returned ? reasonOf(returned) : null,
  };
}

/** "AC04: Account closed", as far as the bank says it. */
function reasonOf(returned: XmlElement): string | null {
  const code = textOf(returned, 'Rsn/Cd', 'Rsn/Prtry');
  const info = findAll(returned, 'AddtlInf')
    .map(({ text }) => text.trim())
    .join(' ');
  return [code, info].filter(Boolean).join(': ') || null;
}
