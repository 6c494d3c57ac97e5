import { accountNumberOf } from '#src/features/money/payees/payees.rules.ts';
import type { BankDetails } from '#src/features/money/payees/payees.schema.ts';
import type { TaxDetails } from '#src/features/money/payees/tax-details.schema.ts';
import { CURRENCY } from '#src/lib/locale/locale.ts';
import { xmlElement, type XmlContent } from '#src/platform/xml/xml-element.ts';

type ForeignDetails = Exclude<TaxDetails, { form: 'w9' }>;

/** A seller of a year. Amounts in cents, each list by quarter of payment. */
export type Seller = {
  details: ForeignDetails;
  account: BankDetails | null;
  paidByQuarter: number[];
  feesByQuarter: number[];
  activitiesByQuarter: number[];
};

/** The operator of the platform. */
export type Operator = {
  name: string;
  address: string;
  /** Where it is established, and its tax number. */
  country: string;
  taxId: string;
  /** The member state that it reports to, and the number that it issued to an operator outside the EU. */
  reportsTo: string;
  operatorId: string | null;
};

export type Dac7Message = {
  operator: Operator;
  year: number;
  /** Unique for ever; begins the ids of its parts. */
  id: string;
  createdAt: Date;
};

const dpi = (name: string, content: XmlContent, attributes?: Record<string, string>) =>
  xmlElement(`dpi:${name}`, content, attributes);
const stf = (name: string, content: XmlContent) => xmlElement(`stf:${name}`, content);
const optional = (name: string, content: string | null) => (content ? dpi(name, content) : '');
/** The schema has texts of 1 to 200 characters. */
const MAXIMUM = 200;
const short = (name: string, content: string) => dpi(name, content.slice(0, MAXIMUM));

// Of every amount, the schema has whole units of the currency only.
const amount = (name: string, cents: number) =>
  dpi(name, String(Math.round(cents / 100)), { currCode: CURRENCY });
const byQuarter = (name: string, prefix: string, values: number[], write = amount) =>
  dpi(
    name,
    values.map((value, index) => write(`${prefix}Q${index + 1}`, value)),
  );

/** A message refers to its year and to the country that sends it, which is the one that receives it. */
const referenceOf = ({ operator: { reportsTo }, year, id }: Dac7Message) =>
  `${reportsTo}${year}${reportsTo}${id}`;
/** What each part says about itself: new data under an id of its own. */
const docSpec = (message: Dac7Message, part: string) =>
  dpi('DocSpec', [
    stf('DocTypeIndic', 'OECD1'),
    stf('DocRefId', `${referenceOf(message)}-${part}`),
  ]);

function operatorElement(message: Dac7Message): string {
  const { name, address, country, taxId, reportsTo, operatorId } = message.operator;
  return dpi('PlatformOperator', [
    dpi('ResCountryCode', country),
    dpi('TIN', taxId, { issuedBy: country }),
    operatorId ? dpi('IN', operatorId, { issuedBy: reportsTo, INType: 'IIN' }) : '',
    short('Name', name),
    dpi('Address', [dpi('CountryCode', country), dpi('AddressFree', address)]),
    // Resident in the member state, or without any connection to the EU but its sellers.
    dpi('Nexus', country === reportsTo ? 'RPONEX1' : 'RPONEX5'),
    dpi('AssumedReporting', 'false'),
    docSpec(message, 'operator'),
  ]);
}

const tin = ({ tin: number, tinCountry }: ForeignDetails) =>
  number ? dpi('TIN', number, { issuedBy: tinCountry }) : dpi('TIN', '', { unknown: 'true' });

const addressOf = ({ country, street, city, region, postalCode }: ForeignDetails) =>
  dpi('Address', [
    dpi('CountryCode', country),
    dpi('AddressFix', [
      dpi('Street', street),
      dpi('PostCode', postalCode),
      dpi('City', city),
      optional('CountrySubentity', region),
    ]),
  ]);

function identity(details: ForeignDetails): { kind: string; party: string } {
  const { country, vatNumber } = details;
  const head = [dpi('ResCountryCode', country), tin(details)];
  if (details.form === 'w8bene') {
    const { registrationNumber, legalName } = details;
    const party = dpi('EntSellerID', [
      ...head,
      registrationNumber ? dpi('IN', registrationNumber, { issuedBy: country, INType: 'BRN' }) : '',
      optional('VAT', vatNumber),
      dpi('Name', legalName),
      addressOf(details),
    ]);
    return { kind: 'EntitySeller', party };
  }
  const { firstName, lastName, dateOfBirth, birthCity, birthCountry } = details;
  const birthPlace =
    birthCity && birthCountry
      ? dpi('BirthPlace', [
          dpi('City', birthCity),
          dpi('CountryInfo', [dpi('CountryCode', birthCountry)]),
        ])
      : '';
  const party = dpi('IndSellerID', [
    ...head,
    optional('VAT', vatNumber),
    dpi('Name', [dpi('FirstName', firstName), dpi('LastName', lastName)]),
    addressOf(details),
    dpi('BirthInfo', [dpi('BirthDate', dateOfBirth), birthPlace]),
  ]);
  return { kind: 'IndividualSeller', party };
}

const financialIdentifier = (account: BankDetails) =>
  dpi('FinancialIdentifier', [
    dpi('Identifier', accountNumberOf(account), {
      AccountNumberType: account.kind === 'iban' ? 'IBAN' : 'OBAN',
    }),
    dpi('AccountHolderName', account.holderName),
  ]);

/** A seller with what they were paid, as personal services. `part` is unique within the message. */
export function writeSeller(message: Dac7Message, seller: Seller, part: string): string {
  const { details, account, paidByQuarter, feesByQuarter, activitiesByQuarter } = seller;
  const { kind, party } = identity(details);
  const standard = dpi('Standard', [party, account ? financialIdentifier(account) : '']);
  const count = (name: string, value: number) => dpi(name, String(value));
  return dpi('ReportableSeller', [
    dpi('Identity', [dpi(kind, [standard])]),
    dpi('RelevantActivities', [
      dpi('PersonalServices', [
        byQuarter('Consideration', 'Cons', paidByQuarter),
        byQuarter('NumberOfActivities', 'Numb', activitiesByQuarter, count),
        byQuarter('Fees', 'Fees', feesByQuarter),
        // The platform withholds no taxes.
        byQuarter('Taxes', 'Tax', [0, 0, 0, 0]),
      ]),
    ]),
    docSpec(message, part),
  ]);
}

/** The beginning of a message, up to its sellers. */
export function writeHead(message: Dac7Message, { hasSellers }: { hasSellers: boolean }): string {
  const { operator, year, createdAt } = message;
  const spec = dpi('MessageSpec', [
    dpi('SendingEntityIN', operator.operatorId ?? operator.taxId),
    dpi('TransmittingCountry', operator.reportsTo),
    dpi('ReceivingCountry', operator.reportsTo),
    dpi('MessageType', 'DPI'),
    dpi('MessageRefId', referenceOf(message)),
    // New data, or nothing to report.
    dpi('MessageTypeIndic', hasSellers ? 'DPI401' : 'DPI403'),
    dpi('ReportingPeriod', `${year}-12-31`),
    dpi('Timestamp', createdAt.toISOString().replace(/Z$/, '')),
  ]);
  const namespaces = 'xmlns:dpi="urn:oecd:ties:dpi:v1" xmlns:stf="urn:oecd:ties:dpistf:v1"';
  const root = `<dpi:DPI_OECD ${namespaces} version="1.0">`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}${spec}<dpi:DPIBody>${operatorElement(message)}\n`;
}

export const DAC7_TAIL = '</dpi:DPIBody></dpi:DPI_OECD>\n';
