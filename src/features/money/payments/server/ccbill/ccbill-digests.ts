import { createHash, createHmac } from 'node:crypto';
import { isEqualInConstantTime } from '#src/platform/config/constant-time.ts';

/** The price of a form: amounts with two decimals, periods in days, the currency by its number. */
export type FormPrice = {
  initialPrice: string;
  initialPeriod: string;
  recurringPrice: string;
  recurringPeriod: string;
  numRebills: string;
  currencyCode: string;
};

// CCBill defines MD5 for its digests.
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** CCBill's `formDigest` of a recurring price: a form with another price is refused. */
export function digestForm(price: FormPrice, salt: string): string {
  const { initialPrice, initialPeriod, recurringPrice, recurringPeriod } = price;
  const prices = [initialPrice, initialPeriod, recurringPrice, recurringPeriod];
  return md5([...prices, price.numRebills, price.currencyCode, salt].join(''));
}

/** CCBill's `dynamicPricingValidationDigest` of an approved sale. */
export function digestSale(subscriptionId: string, salt: string): string {
  return md5(`${subscriptionId}1${salt}`);
}

/**
 * Connects a checkout with its price. CCBill's own digest covers the price only, so that a fan could
 * send the form of a cheap plan with the checkout of an expensive one.
 */
export function digestOrder(checkoutId: string, price: string, salt: string): string {
  return createHmac('sha256', salt).update(`${checkoutId}:${price}`).digest('hex');
}

/** Compares texts in a time that does not depend on where they differ. */
export function isSameText(given: string | undefined, expected: string): boolean {
  return isEqualInConstantTime(Buffer.from(given ?? ''), Buffer.from(expected));
}
