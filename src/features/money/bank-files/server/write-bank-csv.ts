import { stringify } from 'csv-stringify/sync';
import { toBankText } from '#src/lib/bank/bank-account.ts';
import { CURRENCY } from '#src/lib/locale/locale.ts';
import { decimalAmount, type BankPayment } from './bank-payment.ts';

const COLUMNS = [
  'End-to-end ID',
  'Amount',
  'Currency',
  'Account currency',
  'Holder',
  'Holder type',
  'Country',
  'IBAN',
  'BIC',
  'Routing number',
  'Account number',
  'Account type',
  'Reference',
];

function row({ endToEndId, amountCents, reference, details }: BankPayment): string[] {
  const { holderName, holderKind, country, currency } = details;
  const numbers =
    details.kind === 'iban'
      ? [details.iban, details.bic, '', '', '']
      : ['', '', details.routingNumber, details.accountNumber, details.accountType];
  return [
    endToEndId,
    decimalAmount(amountCents),
    CURRENCY,
    currency,
    toBankText(holderName),
    holderKind,
    country,
    ...numbers,
    reference,
  ];
}

/** A table of payments for a bank that imports CSV, with accounts of both kinds. */
export function writeBankCsv(payments: BankPayment[]): string {
  return stringify([COLUMNS, ...payments.map(row)], {
    record_delimiter: 'windows',
    escape_formulas: true,
  });
}
