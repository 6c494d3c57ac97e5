import { parseXml, XmlElement } from '@rgrove/parse-xml';
import { describe, expect, test } from 'vitest';
import { EXAMPLE_IBAN, EXAMPLE_US } from '#src/features/money/payees/example-accounts.ts';
import { EXAMPLE_W8BEN, EXAMPLE_W8BENE } from '#src/features/money/payees/example-tax-details.ts';
import { DAC7_TAIL, writeHead, writeSeller, type Dac7Message, type Seller } from './write-dac7.ts';

const MESSAGE: Dac7Message = {
  operator: {
    name: 'Example Talent & Sons "LLC"',
    address: '100 Example Street, Reno, NV 89501',
    country: 'US',
    taxId: '12-3456789',
    reportsTo: 'IE',
    operatorId: 'IE9999999WI',
  },
  year: 2026,
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  createdAt: new Date('2027-01-11T09:30:00.250Z'),
};

const seller = (details: Seller['details'], account: Seller['account'] = null): Seller => ({
  details,
  account,
  paidByQuarter: [152_049, 0, 99_950, 1],
  feesByQuarter: [47_950, 0, 0, -50],
  activitiesByQuarter: [12, 0, 3, 1],
});

const write = (sellers: Seller[], message = MESSAGE): string =>
  [
    writeHead(message, { hasSellers: sellers.length > 0 }),
    ...sellers.map((each, index) => writeSeller(message, each, String(index))),
    DAC7_TAIL,
  ].join('');

const quarters = (prefix: string) =>
  [1, 2, 3, 4].map((quarter) => `${prefix}Q${quarter}`).join(' ');

/**
 * The children of each element in the order of the OECD's schema (DPIXML 1.0); `?` marks optional ones,
 * `+` repeated ones. Elements that are not listed contain text.
 */
const CHILDREN: Record<string, string> = {
  DPI_OECD: 'MessageSpec DPIBody',
  MessageSpec:
    'SendingEntityIN? TransmittingCountry ReceivingCountry MessageType MessageRefId MessageTypeIndic ReportingPeriod Timestamp',
  DPIBody: 'PlatformOperator ReportableSeller+?',
  PlatformOperator: 'ResCountryCode TIN IN? Name Address Nexus AssumedReporting DocSpec',
  Address: 'CountryCode AddressFix? AddressFree?',
  AddressFix: 'Street? PostCode? City CountrySubentity?',
  DocSpec: 'DocTypeIndic DocRefId',
  ReportableSeller: 'Identity RelevantActivities DocSpec',
  Identity: 'EntitySeller? IndividualSeller?',
  EntitySeller: 'Standard',
  IndividualSeller: 'Standard',
  Standard: 'EntSellerID? IndSellerID? FinancialIdentifier?',
  EntSellerID: 'ResCountryCode TIN IN? VAT? Name Address',
  IndSellerID: 'ResCountryCode TIN VAT? Name Address BirthInfo',
  'IndSellerID.Name': 'FirstName LastName',
  BirthInfo: 'BirthDate BirthPlace?',
  BirthPlace: 'City CountryInfo',
  CountryInfo: 'CountryCode',
  FinancialIdentifier: 'Identifier AccountHolderName?',
  RelevantActivities: 'PersonalServices',
  PersonalServices: 'Consideration NumberOfActivities Fees Taxes',
  Consideration: quarters('Cons'),
  NumberOfActivities: quarters('Numb'),
  Fees: quarters('Fees'),
  Taxes: quarters('Tax'),
};

/** The forms of texts; all others have 1 to 200 characters, and 4,000 in AddressFree. */
const FORMS: Record<string, RegExp> = {
  TIN: /^.{0,200}$/,
  AddressFree: /^.{1,4000}$/,
  MessageType: /^DPI$/,
  MessageTypeIndic: /^DPI40[123]$/,
  MessageRefId: /^.{1,170}$/,
  ReportingPeriod: /^\d{4}-\d\d-\d\d$/,
  BirthDate: /^\d{4}-\d\d-\d\d$/,
  Timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/,
  Nexus: /^RPONEX[1-5]$/,
  AssumedReporting: /^(?:true|false)$/,
  DocTypeIndic: /^OECD1$/,
  CountryCode: /^[A-Z]{2}$/,
  ResCountryCode: /^[A-Z]{2}$/,
  TransmittingCountry: /^[A-Z]{2}$/,
  ReceivingCountry: /^[A-Z]{2}$/,
};
const formOf = (name: string) => FORMS[name] ?? (/Q[1-4]$/.test(name) ? /^-?\d+$/ : /^.{1,200}$/);

const localName = ({ name }: XmlElement) => name.replace(/^(?:dpi|stf):/, '');

/** What the schema refuses of an element and its descendants. */
function errorsOf(element: XmlElement): string[] {
  const name = localName(element);
  const parent = element.parent instanceof XmlElement ? `${localName(element.parent)}.` : '';
  const order = CHILDREN[`${parent}${name}`] ?? CHILDREN[name];
  const elements = element.children.filter((child) => child instanceof XmlElement);
  if (order === undefined) {
    const isValid = elements.length === 0 && formOf(name).test(element.text);
    return isValid ? [] : [`${parent}${name}: ${element.text}`];
  }
  const pattern = order
    .split(' ')
    .map(
      (child) =>
        `(?:${child.replace(/[?+]+$/, '')} )${/[?+]+$/.exec(child)?.[0].replace('+?', '*') ?? ''}`,
    )
    .join('');
  const found = elements.map((child) => `${localName(child)} `).join('');
  return [
    ...(new RegExp(`^${pattern}$`).test(found) ? [] : [`${name}: ${found}`]),
    ...elements.flatMap(errorsOf),
  ];
}
const refused = (xml: string) => errorsOf(parseXml(xml).root!);

const ALL = [
  seller(EXAMPLE_W8BEN, EXAMPLE_IBAN),
  seller({ ...EXAMPLE_W8BEN, tin: null, region: 'Berlin' }, EXAMPLE_US),
  seller({ ...EXAMPLE_W8BEN, birthCity: null, birthCountry: null, vatNumber: 'DE136695976' }),
  seller({ ...EXAMPLE_W8BEN, firstName: 'A <&> \u0002B', street: 'x'.repeat(200) }),
  seller(EXAMPLE_W8BENE),
  seller({ ...EXAMPLE_W8BENE, tin: null, vatNumber: null }),
];

describe('a report under DAC7', () => {
  test.each([
    ['all kinds of sellers', write(ALL)],
    ['no sellers', write([])],
    [
      'an operator in the EU',
      write(ALL, {
        ...MESSAGE,
        operator: { ...MESSAGE.operator, country: 'IE', operatorId: null },
      }),
    ],
  ])('with %s has the elements of the schema in their order', (_, xml) => {
    expect(refused(xml)).toEqual([]);
  });

  test('with parts in another order would be refused', () => {
    const xml = write([seller(EXAMPLE_W8BENE)]);
    const swapped = xml.replace(/(<dpi:Fees>.*<\/dpi:Fees>)(<dpi:Taxes>.*<\/dpi:Taxes>)/, '$2$1');
    expect(swapped).not.toBe(xml);
    expect(refused(swapped)).toEqual([
      'PersonalServices: Consideration NumberOfActivities Taxes Fees ',
    ]);
  });

  test('names amounts in whole dollars by quarter, and marks a seller without a number', () => {
    const xml = write([seller({ ...EXAMPLE_W8BEN, tin: null })]);
    expect(xml).toContain(
      '<dpi:Consideration><dpi:ConsQ1 currCode="USD">1520</dpi:ConsQ1><dpi:ConsQ2 currCode="USD">0</dpi:ConsQ2><dpi:ConsQ3 currCode="USD">1000</dpi:ConsQ3><dpi:ConsQ4 currCode="USD">0</dpi:ConsQ4></dpi:Consideration>',
    );
    expect(xml).toContain('<dpi:NumberOfActivities><dpi:NumbQ1>12</dpi:NumbQ1>');
    expect(xml).toContain('<dpi:TIN unknown="true"></dpi:TIN>');
    expect(xml).toContain('<dpi:MessageTypeIndic>DPI401</dpi:MessageTypeIndic>');
  });

  test('of nobody says that there is nothing to report', () => {
    expect(write([])).toContain('<dpi:MessageTypeIndic>DPI403</dpi:MessageTypeIndic>');
  });

  test('has an id of its own for each part', () => {
    const ids = [...write(ALL).matchAll(/<stf:DocRefId>([^<]+)</g)].map(([, id]) => id!);
    expect(new Set(ids).size).toBe(ALL.length + 1);
    for (const id of ids) expect(id).toMatch(/^IE2026IE7c9e6679-/);
  });
});
