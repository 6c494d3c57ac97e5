import { parseXml, XmlElement } from '@rgrove/parse-xml';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EXAMPLE_IBAN, EXAMPLE_US } from '#src/features/money/payees/example-accounts.ts';
import type { BankDetails } from '#src/features/money/payees/payees.schema.ts';
import type { BankPayment } from './bank-payment.ts';
import { writeAchFile } from './write-ach.ts';
import { writeBankCsv } from './write-bank-csv.ts';
import { writeCreditTransfers } from './write-credit-transfers.ts';

const paymentTo = (
  details: BankDetails,
  amountCents = 123_456,
  endToEndId = 'VR0000000000001',
): BankPayment => ({ endToEndId, amountCents, reference: 'PO-2026-10-6F1E2D3C', details });

const createdAt = new Date('2026-11-25T09:30:15.123Z');
const debtor = { holder: 'Example Talent LLC', iban: 'GB29NWBK60161331926819', bic: 'NWBKGB2L' };
const transfersOf = (payments: BankPayment[]) =>
  writeCreditTransfers({ messageId: 'VR-7', createdAt, debtor, payments });

type Tree = { name: string; text: string; children: Tree[] };
const toTree = (element: XmlElement): Tree => ({
  name: element.name,
  text: element.text,
  children: element.children.filter((child) => child instanceof XmlElement).map(toTree),
});
const treeOf = (xml: string) => toTree(parseXml(xml).root!);
const at = (tree: Tree, path: string): Tree =>
  path.split('/').reduce((from, name) => {
    const found = from.children.find((child) => child.name === name);
    if (!found) throw new Error(`${path} is missing`);
    return found;
  }, tree);

describe('a file of credit transfers', () => {
  // The elements of each type in the order of the schema, with the required ones marked.
  const SEQUENCES: Record<string, string> = {
    Document: 'CstmrCdtTrfInitn!',
    CstmrCdtTrfInitn: 'GrpHdr! PmtInf!',
    GrpHdr: 'MsgId! CreDtTm! NbOfTxs! CtrlSum InitgPty!',
    PmtInf:
      'PmtInfId! PmtMtd! BtchBookg NbOfTxs CtrlSum PmtTpInf ReqdExctnDt! Dbtr! DbtrAcct! DbtrAgt! UltmtDbtr ChrgBr CdtTrfTxInf!',
    CdtTrfTxInf:
      'PmtId! PmtTpInf Amt! XchgRateInf ChrgBr UltmtDbtr CdtrAgt CdtrAgtAcct Cdtr CdtrAcct UltmtCdtr Purp RmtInf',
    PmtId: 'InstrId EndToEndId!',
    Amt: 'InstdAmt EqvtAmt',
    EqvtAmt: 'Amt! CcyOfTrf!',
    Cdtr: 'Nm PstlAdr Id CtryOfRes',
    CdtrAcct: 'Id! Tp Ccy Nm',
    DbtrAcct: 'Id! Tp Ccy Nm',
  };
  /** The elements that are unknown, missing or out of order, as "Parent: children". */
  function findViolations({ name, children }: Tree): string[] {
    const inner = children.flatMap(findViolations);
    const sequence = SEQUENCES[name]?.split(' ') ?? [];
    if (sequence.length === 0 || children.length === 0) return inner;
    const names = children.map((child) => child.name);
    const positions = names.map((each) =>
      sequence.findIndex((known) => known.replace('!', '') === each),
    );
    const isOrdered = positions.every((at, index) => at >= (positions[index - 1] ?? 0));
    const required = sequence.filter((each) => each.endsWith('!')).map((each) => each.slice(0, -1));
    const isComplete = required.every((each) => names.includes(each));
    return isOrdered && isComplete ? inner : [...inner, `${name}: ${names.join(' ')}`];
  }

  test('has the elements of the schema in its order, with one transfer for each payment', () => {
    const usd = { ...EXAMPLE_IBAN, currency: 'USD' } as const;
    const tree = treeOf(
      transfersOf([paymentTo(EXAMPLE_IBAN), paymentTo(usd, 100, 'VR0000000000002')]),
    );
    expect(findViolations(tree)).toEqual([]);
    const instruction = at(tree, 'CstmrCdtTrfInitn/PmtInf');
    const transfers = instruction.children.filter(({ name }) => name === 'CdtTrfTxInf');
    expect(transfers.map((each) => at(each, 'PmtId/EndToEndId').text)).toEqual([
      'VR0000000000001',
      'VR0000000000002',
    ]);
    expect(at(instruction, 'CtrlSum').text).toBe('1235.56');
    expect(at(instruction, 'NbOfTxs').text).toBe('2');
  });

  test('pays the amount to USD accounts, and its equivalent to accounts in another currency', () => {
    const xml = transfersOf([
      paymentTo(EXAMPLE_IBAN),
      paymentTo({ ...EXAMPLE_IBAN, currency: 'USD' }),
    ]);
    expect(xml).toContain(
      '<EqvtAmt><Amt Ccy="USD">1234.56</Amt><CcyOfTrf>EUR</CcyOfTrf></EqvtAmt>',
    );
    expect(xml).toContain('<InstdAmt Ccy="USD">1234.56</InstdAmt>');
    expect(xml).not.toContain('SEPA');
  });

  test('contains only characters that every bank transports', () => {
    const xml = transfersOf([
      paymentTo({ ...EXAMPLE_IBAN, holderName: 'Łukasz Ørsted & Søn <b>' }),
    ]);
    const name = at(treeOf(xml), 'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/Cdtr/Nm').text;
    expect(name).toBe('Lukasz Orsted + Son .b.');
  });
});

const originator = {
  routingNumber: '121000248',
  bankName: 'First Example Bank',
  companyName: 'Example Talent',
  companyId: '1123456789',
};
const achOf = (payments: BankPayment[]) =>
  writeAchFile({ createdAt, modifier: 'A', originator, payments }).split('\r\n').slice(0, -1);

describe('a NACHA file', () => {
  const company = { ...EXAMPLE_US, holderKind: 'company', accountType: 'savings' } as const;

  test('has one batch for people and one for companies, whose records say what they pay', () => {
    const lines = achOf([paymentTo(company, 100, 'VR2'), paymentTo(EXAMPLE_US, 250, 'VR1')]);
    expect(lines[0]).toBe(
      '101 12100024811234567892611250930A094101FIRST EXAMPLE BANK     EXAMPLE TALENT                 ',
    );
    expect(lines[1]).toContain('5220EXAMPLE TALENT');
    expect(lines[1]).toContain('1123456789PPDPAYOUT');
    expect(lines[2]).toBe(
      '622021000021123456789        0000000250VR1            MARLOWE VESPERINE       0121000240000001',
    );
    expect(lines[4]).toContain('1123456789CCDPAYOUT');
    expect(lines[5]).toMatch(/^632021000021.*0000000100VR2 .*0121000240000002$/);
    expect(lines[7]).toMatch(/^9000002000001000000020004200004000000000000000000000350 +$/);
  });

  test('counts and adds up right, in blocks of ten records, for any payments', () => {
    const routing = fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: 8, maxLength: 8 })
      .map((digits) => {
        const weights = [3, 7, 1, 3, 7, 1, 3, 7];
        const sum = digits.reduce((total, digit, index) => total + digit * weights[index]!, 0);
        return `${digits.join('')}${(10 - (sum % 10)) % 10}`;
      });
    const payment = fc.record({
      routingNumber: routing,
      cents: fc.integer({ min: 1, max: 9_999_999_999 }),
      holderKind: fc.constantFrom('person' as const, 'company' as const),
      holderName: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 70 }),
    });
    fc.assert(
      fc.property(fc.array(payment, { minLength: 1, maxLength: 30 }), (made) => {
        const payments = made.map(({ cents, ...details }, index) =>
          paymentTo({ ...EXAMPLE_US, ...details }, cents, `VR${index}`),
        );
        const lines = achOf(payments);
        expect(lines.length % 10).toBe(0);
        expect(lines.every((line) => /^[ -~]{94}$/.test(line))).toBe(true);
        const entries = lines.filter((line) => line.startsWith('6'));
        const cents = entries.map((line) => Number(line.slice(29, 39)));
        expect(cents.reduce((a, b) => a + b)).toBe(made.reduce((sum, each) => sum + each.cents, 0));
        const hash = entries.reduce((sum, line) => sum + Number(line.slice(3, 11)), 0);
        const controls = lines.filter((line) => line.startsWith('8'));
        const control = lines.find((line) => line.startsWith('900'))!;
        expect(Number(control.slice(21, 31))).toBe(hash % 10 ** 10);
        expect(controls.map((line) => Number(line.slice(10, 20))).reduce((a, b) => a + b)).toBe(
          hash,
        );
        expect(Number(control.slice(13, 21))).toBe(entries.length);
        const traces = entries.map((line) => line.slice(79));
        expect(new Set(traces).size).toBe(entries.length);
      }),
    );
  });

  test('refuses an amount with more than ten digits', () => {
    expect(() => achOf([paymentTo(EXAMPLE_US, 10_000_000_000)])).toThrow('more than 10 digits');
  });
});

test('a CSV file has accounts of both kinds, and no formulas', () => {
  const csv = writeBankCsv([
    paymentTo({ ...EXAMPLE_IBAN, holderName: '+SUM(A1) Vera' }),
    paymentTo(EXAMPLE_US),
  ]);
  const [, iban, us] = csv.split('\r\n');
  expect(iban).toBe(
    "VR0000000000001,1234.56,USD,EUR,'+SUM(A1) Vera,person,DE,DE89370400440532013000,COBADEFFXXX,,,,PO-2026-10-6F1E2D3C",
  );
  expect(us).toBe(
    'VR0000000000001,1234.56,USD,USD,Marlowe Vesperine,person,US,,,021000021,123456789,checking,PO-2026-10-6F1E2D3C',
  );
});
