import { describe, expect, test } from 'vitest';
import { centsOf } from './bank-entry.ts';
import { readBankCsv } from './read-bank-csv.ts';
import { readCamt } from './read-camt.ts';

const camt = (entries: string, message = 'camt.053.001.08', prefix = '') => {
  const [open, close] = message.startsWith('camt.053')
    ? ['<BkToCstmrStmt><Stmt>', '</Stmt></BkToCstmrStmt>']
    : ['<BkToCstmrDbtCdtNtfctn><Ntfctn>', '</Ntfctn></BkToCstmrDbtCdtNtfctn>'];
  return `<?xml version="1.0"?>${prefix}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}">${open}${entries}${close}</Document>`;
};
const entryOf = (details: string, direction = 'DBIT', status = '<Cd>BOOK</Cd>') =>
  `<Ntry><Amt Ccy="USD">350.00</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts>${status}</Sts>
   <BookgDt><Dt>2026-11-24</Dt></BookgDt><ValDt><Dt>2026-11-25</Dt></ValDt>
   <AcctSvcrRef>BANK-77</AcctSvcrRef><NtryDtls>${details}</NtryDtls></Ntry>`;
const transaction = (id: string, more = '') =>
  `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>${more}</TxDtls>`;

describe('a camt file', () => {
  test('has a paid payment with the amount of its entry, the value date and the reference', () => {
    expect(readCamt(camt(entryOf(transaction('VR1'))))).toEqual({
      entries: [
        {
          number: 1,
          endToEndId: 'VR1',
          amountCents: 35_000,
          currency: 'USD',
          valueDate: '2026-11-25',
          outcome: 'paid',
          reference: 'BANK-77',
          reason: null,
        },
      ],
      others: 0,
    });
  });

  test('has each transaction of a collective entry, and counts those without a reference', () => {
    const details = [
      transaction('VR1', '<Amt Ccy="USD">100.5</Amt>'),
      transaction('NOTPROVIDED', '<Amt Ccy="USD">1</Amt>'),
      transaction('VR2', '<AmtDtls><TxAmt><Amt Ccy="USD">249.50</Amt></TxAmt></AmtDtls>'),
    ];
    const { entries, others } = readCamt(camt(entryOf(details.join('')), 'camt.054.001.02'));
    expect(others).toBe(1);
    expect(entries.map(({ endToEndId, amountCents }) => [endToEndId, amountCents])).toEqual([
      ['VR1', 10_050],
      ['VR2', 24_950],
    ]);
  });

  test('has a returned payment with the reason of the bank', () => {
    const returned = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Account closed</AddtlInf></RtrInf>';
    const { entries } = readCamt(camt(entryOf(transaction('VR1', returned), 'CRDT')));
    expect(entries[0]).toMatchObject({ outcome: 'returned', reason: 'AC04: Account closed' });
  });

  test('leaves out what is pending, and reads the older status', () => {
    expect(readCamt(camt(entryOf(transaction('VR1'), 'DBIT', '<Cd>PDNG</Cd>'))).entries).toEqual(
      [],
    );
    expect(readCamt(camt(entryOf(transaction('VR1'), 'DBIT', 'BOOK'))).entries).toHaveLength(1);
  });

  const bomb = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>`;
  test.each([
    ['entities of its own', camt(entryOf(transaction('&b;')), 'camt.053.001.08', bomb)],
    [
      'an external entity',
      camt(
        entryOf(transaction('&x;')),
        'camt.053.001.08',
        '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
      ),
    ],
    ['an undeclared entity', camt(entryOf(transaction('&x;')))],
    ['a missing end', camt(entryOf(transaction('VR1'))).slice(0, -20)],
    ['another message', camt('', 'pain.002.001.10')],
    ['no date', camt(entryOf(transaction('VR1')).replaceAll(/<Dt>.*?<\/Dt>/g, ''))],
    ['an amount in words', camt(entryOf(transaction('VR1')).replace('350.00', 'many'))],
    ['no XML', 'VR1;350.00'],
  ])('with %s is refused', (_, content) => {
    expect(() => readCamt(content)).toThrow(expect.objectContaining({ code: 'invalid-file' }));
  });
});

describe('a CSV file of the bank', () => {
  const HEADER = 'End-to-end ID;Amount;Date;Status;Reference;Reason';

  test('is read with any separator, and rows without a reference are counted', () => {
    const rows = ['VR1;350;2026-11-25;Paid;B-1;', 'VR2;1.50;2026-11-25;returned;;Closed', ';;;;;'];
    const expected = [
      { endToEndId: 'VR1', amountCents: 35_000, outcome: 'paid', reference: 'B-1', reason: null },
      { endToEndId: 'VR2', amountCents: 150, outcome: 'returned', reason: 'Closed' },
    ];
    const content = [HEADER, ...rows].join('\n');
    expect(readBankCsv(content).entries).toMatchObject(expected);
    expect(readBankCsv(content.replaceAll(';', ',')).entries).toMatchObject(expected);
  });

  test.each([
    ['a missing column', 'Amount;Date;Status\n1;2026-11-25;paid'],
    ['an unknown status', `${HEADER}\nVR1;1;2026-11-25;pending;;`],
    ['a date in another order', `${HEADER}\nVR1;1;25.11.2026;paid;;`],
    ['an amount with a comma', `${HEADER}\nVR1;1,50;2026-11-25;paid;;`],
  ])('with %s is refused', (_, content) => {
    expect(() => readBankCsv(content)).toThrow(expect.objectContaining({ code: 'invalid-file' }));
  });
});

test.each([
  ['1234.5', 123_450],
  ['0.01', 1],
  ['1.100', 110],
  ['-1', null],
  ['1.005', null],
  ['1e3', null],
  ['', null],
])('the amount %j has %j cents', (amount, cents) => expect(centsOf(amount)).toBe(cents));
