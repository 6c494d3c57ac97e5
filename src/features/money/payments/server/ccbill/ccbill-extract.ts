import Papa from 'papaparse';
import { z } from 'zod';
import { DomainError } from '#src/lib/problem.ts';
import type { RecordRange } from '../provider-records.ts';
import type { DataLink } from './ccbill-datalink.ts';

/** The transactions that move money. CCBill's name of the first payment is NEW. */
export const EXTRACT_TYPES = ['NEW', 'REBILL', 'REFUND', 'VOID', 'CHARGEBACK'] as const;
export type ExtractType = (typeof EXTRACT_TYPES)[number];

/** A transaction of CCBill's export. Only a renewal has a number of its own. */
export type ExtractLine = {
  type: ExtractType;
  subscriptionReference: string;
  transactionReference: string | null;
  amountCents: number | null;
  occurredAt: Date;
};

const PATH = '/data/main.cgi';
/** Arizona, the seat of CCBill, has no summer time. */
const ZONE = '-07:00';
const ZONE_MS = 7 * 60 * 60 * 1000;
/** Where the columns stand by default; merchants can change that of sales. */
const SALE = { columns: 22, amount: 17 };
/** A day's transactions take longer than the answer to a question. */
const TIMES_LONGER = 6;
const REASON_LENGTH = 200;

const digits = z.string().regex(/^\d{1,30}$/);
const cents = z
  .string()
  .regex(/^-?\d{1,7}(?:\.\d{1,2})?$/)
  .transform((text) => Math.round(Math.abs(Number(text)) * 100));
const instant = z
  .string()
  .transform((text) => /^(\d{4})-?(\d\d)-?(\d\d)(?:[ T]?(\d\d):?(\d\d):?(\d\d))?$/.exec(text))
  .transform((parts) => {
    // A day without a time is its noon.
    const [, year, month, day, hour = '12', minute = '00', second = '00'] = parts ?? [];
    return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${ZONE}`);
  })
  .refine((at) => !Number.isNaN(at.getTime()));
const lineSchema = z.object({ subscriptionReference: digits, occurredAt: instant });

/** An instant as CCBill writes it, such as "2026-08-05 15:18:17". */
export function ccbillTime(at: Date): string {
  return new Date(at.getTime() - ZONE_MS).toISOString().slice(0, 19).replace('T', ' ');
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/**
 * The transactions of the subaccount in a range of at most a day; CCBill answers once an hour.
 * @throws DomainError 'provider-unavailable'
 */
export async function fetchExtract(
  link: DataLink,
  { from, to }: RecordRange,
): Promise<ExtractLine[]> {
  try {
    const response = await fetch(new URL(PATH, link.dataLinkUrl), {
      method: 'POST',
      body: new URLSearchParams({
        clientAccnum: link.account,
        clientSubacc: link.subaccount,
        username: link.dataLinkUser,
        password: link.dataLinkPassword,
        transactionTypes: EXTRACT_TYPES.join(','),
        startTime: digitsOf(ccbillTime(from)),
        endTime: digitsOf(ccbillTime(to)),
      }),
      // A redirect would send the password to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMES_LONGER * link.timeoutMs),
    });
    const text = await response.text();
    if (!response.ok) throw refuse(`status ${response.status}`);
    return readExtract(text, link);
  } catch (cause) {
    if (cause instanceof DomainError) throw cause;
    throw new DomainError('provider-unavailable', undefined, undefined, { cause });
  }
}

const refuse = (reason: string) =>
  new DomainError('provider-unavailable', `CCBill did not export its transactions: ${reason}`);

/** Reads an export; one line that cannot be read refuses all. @throws DomainError 'provider-unavailable' */
export function readExtract(
  text: string,
  { account, subaccount }: Pick<DataLink, 'account' | 'subaccount'>,
): ExtractLine[] {
  const error = /^\s*"?Error:?\s*(.*)/i.exec(text)?.[1];
  if (error !== undefined) throw refuse(error.slice(0, REASON_LENGTH) || 'no reason');
  // CCBill's answer when nothing happened.
  if (['', '1', '"1"'].includes(text.trim())) return [];
  const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' });
  if (errors.length > 0) throw refuse('its answer is no table');
  return data.flatMap((columns, index) => {
    const [type, accountOf, subaccountOf] = columns;
    if (accountOf !== account || Number(subaccountOf) !== Number(subaccount)) {
      throw refuse(`line ${index + 1} is of another account, or in another order of columns`);
    }
    if (!isExtractType(type)) return [];
    const line = readLine(type, columns);
    if (!line)
      throw refuse(`line ${index + 1} is unreadable: is the order of columns CCBill’s own?`);
    return [line];
  });
}

const isExtractType = (type: string | undefined): type is ExtractType =>
  EXTRACT_TYPES.some((one) => one === type);

function readLine(type: ExtractType, columns: string[]): ExtractLine | null {
  const [, , , subscriptionReference, occurredAt, fifth, sixth] = columns;
  const line = lineSchema.safeParse({ subscriptionReference, occurredAt }).data;
  if (!line) return null;
  if (type === 'NEW') {
    const price = columns.length >= SALE.columns ? columns[SALE.amount] : undefined;
    const amountCents = cents.safeParse(price).data ?? null;
    return { type, ...line, transactionReference: null, amountCents };
  }
  const isRenewal = type === 'REBILL';
  const amountCents = cents.safeParse(isRenewal ? sixth : fifth).data;
  const transactionReference = isRenewal ? digits.safeParse(fifth).data : null;
  if (amountCents === undefined || transactionReference === undefined) return null;
  return { type, ...line, transactionReference, amountCents };
}
