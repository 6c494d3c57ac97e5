import { toBankText } from '#src/lib/bank/bank-account.ts';
import { formatUtcDay } from '#src/lib/dates.ts';
import { CURRENCY } from '#src/lib/locale/locale.ts';
import type { TransferAccount } from '#src/platform/config/bank-config.ts';
import { xmlElement as element } from '#src/platform/xml/xml-element.ts';
import { decimalAmount, totalOf, type BankPayment } from './bank-payment.ts';

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

type Transfers = {
  /** At most 35 characters, unique for the bank. */
  messageId: string;
  createdAt: Date;
  debtor: TransferAccount;
  payments: BankPayment[];
};

const text = (name: string, value: string, maximum: number) =>
  element(name, toBankText(value).slice(0, maximum).trim());

const agent = (name: string, bic: string) =>
  element(name, [element('FinInstnId', [element('BICFI', bic)])]);

const account = (name: string, iban: string, currency: string) =>
  element(name, [element('Id', [element('IBAN', iban)]), element('Ccy', currency)]);

const usd = (name: string, cents: number) => element(name, decimalAmount(cents), { Ccy: CURRENCY });

/** A USD account receives the amount, another one its equivalent by the bank's rate. */
const amount = (cents: number, currency: string) =>
  element('Amt', [
    currency === CURRENCY
      ? usd('InstdAmt', cents)
      : element('EqvtAmt', [usd('Amt', cents), element('CcyOfTrf', currency)]),
  ]);

function transfer({ endToEndId, amountCents, reference, details }: BankPayment): string {
  if (details.kind !== 'iban') throw new Error('A credit transfer needs an IBAN');
  return element('CdtTrfTxInf', [
    element('PmtId', [element('EndToEndId', endToEndId)]),
    amount(amountCents, details.currency),
    agent('CdtrAgt', details.bic),
    element('Cdtr', [
      text('Nm', details.holderName, 70),
      element('PstlAdr', [element('Ctry', details.country)]),
    ]),
    account('CdtrAcct', details.iban, details.currency),
    element('RmtInf', [text('Ustrd', reference, 140)]),
  ]);
}

/**
 * A file of credit transfers from a USD account (ISO 20022 pain.001.001.09). The elements have the order
 * of the schema. No service level: SEPA credit transfers exist in euros only, so the bank chooses.
 */
export function writeCreditTransfers({
  messageId,
  createdAt,
  debtor,
  payments,
}: Transfers): string {
  const count = element('NbOfTxs', String(payments.length));
  const sum = element('CtrlSum', decimalAmount(totalOf(payments)));
  const header = element('GrpHdr', [
    element('MsgId', messageId),
    element('CreDtTm', createdAt.toISOString().replace(/\.\d+Z$/, 'Z')),
    count,
    sum,
    element('InitgPty', [text('Nm', debtor.holder, 70)]),
  ]);
  const instruction = element('PmtInf', [
    element('PmtInfId', messageId),
    element('PmtMtd', 'TRF'),
    // One movement for each payment, so that the statement names each one.
    element('BtchBookg', 'false'),
    count,
    sum,
    element('ReqdExctnDt', [element('Dt', formatUtcDay(createdAt))]),
    element('Dbtr', [text('Nm', debtor.holder, 70)]),
    account('DbtrAcct', debtor.iban, CURRENCY),
    agent('DbtrAgt', debtor.bic),
    element('ChrgBr', 'SHAR'),
    payments.map(transfer),
  ]);
  const content = element('CstmrCdtTrfInitn', [header, instruction]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('Document', [content], { xmlns: NAMESPACE })}\n`;
}
