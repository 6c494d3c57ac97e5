import { BlockList, isIP, isIPv6 } from 'node:net';
import { z } from 'zod';
import { DAY_MS } from '#src/lib/dates.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { CcbillConfig } from '#src/platform/config/payments-config.ts';
import type { IncomingWebhook, VerifiedWebhook } from '../provider-webhooks.ts';
import { CURRENCY_CODE, PERIOD_DAYS } from './ccbill-checkout.ts';
import { digestSale, isSameText } from './ccbill-digests.ts';
import { ccbillTime, type ExtractLine } from './ccbill-extract.ts';

const digits = z.string().regex(/^\d{1,30}$/);
/** A value of the body. Large numbers are refused, because they are read inexactly. */
const scalar = z.union([z.string(), z.int(), z.boolean()]).transform(String);
const bodySchema = z.record(z.string(), z.unknown());
const fieldsSchema = z.object({
  eventType: z.string().regex(/^[A-Za-z]{1,40}$/),
  clientAccnum: z.string(),
  clientSubacc: z.string(),
  subscriptionId: digits.optional(),
  transactionId: digits.optional(),
  timestamp: z.string().max(40).optional(),
  nextRenewalDate: z.string().max(40).optional(),
  dynamicPricingValidationDigest: z.string().optional(),
  'X-checkoutId': z.string().optional(),
});
type Fields = z.output<typeof fieldsSchema>;

/** What the product never reads about a person; not stored. */
const PERSONAL = [
  ['firstName', 'lastName', 'address1', 'city', 'state', 'postalCode', 'email', 'phoneNumber'],
  ['ipAddress', 'username', 'password', 'paymentAccount', 'bin', 'expDate', 'referringUrl'],
].flat();

type Account = Pick<
  CcbillConfig,
  'account' | 'subaccount' | 'salt' | 'webhookSecret' | 'webhookNetworks'
>;

const refuse = (): never => {
  throw new DomainError('invalid-input', 'The call is not from CCBill');
};

/**
 * Verifies a call about this account. CCBill does not sign its calls: the secret in the path, the
 * sender's network and, for a sale, CCBill's digest take the place of a signature.
 * The content is the time of arrival, the event and the body without personal data, as JSON.
 * @throws DomainError 'invalid-input'
 */
export function verifyCcbillWebhook(
  { body, query, secret, address }: IncomingWebhook,
  account: Account,
  now: Date,
): VerifiedWebhook {
  if (!isSameText(secret, account.webhookSecret)) refuse();
  if (!isInNetworks(address, account.webhookNetworks)) refuse();
  const values = readBody(body, query);
  const fields = fieldsSchema.safeParse(values).data ?? refuse();
  if (fields.clientAccnum !== account.account || fields.clientSubacc !== account.subaccount) {
    refuse();
  }
  if (!isGenuineSale(fields, account.salt)) refuse();
  const stored = Object.entries(values).filter(([name]) => !PERSONAL.includes(name));
  const content = { receivedAt: now.toISOString(), ...Object.fromEntries(stored) };
  return { ...identify(fields), type: fields.eventType, content: JSON.stringify(content) };
}

/** The call about a subscription that is charged no more, as CCBill would have sent it that day. */
export function makeCcbillWebhook(
  subscriptionId: string,
  eventType: 'Cancellation' | 'Expiration',
  now: Date,
): VerifiedWebhook {
  const receivedAt = now.toISOString();
  const id = `${eventType}:${subscriptionId}:reconciled-${receivedAt.slice(0, 10)}`;
  return {
    id,
    type: eventType,
    content: JSON.stringify({ receivedAt, eventType, subscriptionId }),
  };
}

/** The call about a renewal that CCBill's export names: it is for the days that the order has. */
export function makeCcbillRenewal(line: ExtractLine): VerifiedWebhook {
  const { subscriptionReference: subscriptionId, transactionReference: transactionId } = line;
  const [eventType, receivedAt] = ['RenewalSuccess', line.occurredAt.toISOString()];
  const timestamp = ccbillTime(line.occurredAt);
  const nextAt = new Date(line.occurredAt.getTime() + PERIOD_DAYS * DAY_MS);
  const content = {
    receivedAt,
    eventType,
    subscriptionId,
    transactionId,
    billedAmount: ((line.amountCents ?? 0) / 100).toFixed(2),
    billedCurrencyCode: CURRENCY_CODE,
    timestamp,
    renewalDate: timestamp.slice(0, 10),
    nextRenewalDate: ccbillTime(nextAt).slice(0, 10),
  };
  return { id: `${eventType}:${transactionId}`, type: eventType, content: JSON.stringify(content) };
}

function isInNetworks(address: string, networks: string[]): boolean {
  if (!isIP(address)) return false;
  const allowed = new BlockList();
  for (const network of networks) {
    const [start, length] = network.split('/') as [string, string];
    allowed.addSubnet(start, Number(length), isIPv6(start) ? 'ipv6' : 'ipv4');
  }
  return allowed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** The values of a JSON body; the event is named by the query, and may be repeated by the body. */
function readBody(body: string, query: string): Record<string, string> {
  const [eventType, ...more] = new URLSearchParams(query).getAll('eventType');
  const values = parseObject(body);
  if (!eventType || more.length > 0 || (values.eventType ?? eventType) !== eventType) refuse();
  return { ...values, eventType: eventType! };
}

function parseObject(body: string): Record<string, string> {
  try {
    const entries = Object.entries(bodySchema.parse(JSON.parse(body)))
      // Empty and structured values are not in use.
      .filter(([, value]) => value !== '' && value !== null && typeof value !== 'object')
      .map(([name, value]) => [name, scalar.parse(value)]);
    return Object.fromEntries(entries) as Record<string, string>;
  } catch {
    return refuse();
  }
}

/** Whether a sale has CCBill's digest. A sale that is not the product's may lack it. */
function isGenuineSale(fields: Fields, salt: string): boolean {
  const { eventType, subscriptionId, dynamicPricingValidationDigest: digest } = fields;
  if (eventType !== 'NewSaleSuccess') return true;
  if (digest === undefined && fields['X-checkoutId'] === undefined) return true;
  return isSameText(digest?.toLowerCase(), digestSale(subscriptionId ?? '', salt));
}

/** The id of the event: the same for every delivery of it. */
function identify(fields: Fields): Pick<VerifiedWebhook, 'id' | 'undoneBy'> {
  const { eventType, subscriptionId = '', transactionId = '', timestamp } = fields;
  // A transaction is sold or renewed once, and may be reversed in parts.
  if (eventType === 'NewSaleSuccess' || eventType === 'RenewalSuccess') {
    return { id: `${eventType}:${transactionId}` };
  }
  const at = timestamp ?? fields.nextRenewalDate ?? '';
  const id = `${eventType}:${subscriptionId}:${transactionId}:${at}`;
  // The only event without a time: a second reactivation is equal to the first.
  return eventType === 'UserReactivation'
    ? { id, undoneBy: `Cancellation:${subscriptionId}:` }
    : { id };
}
