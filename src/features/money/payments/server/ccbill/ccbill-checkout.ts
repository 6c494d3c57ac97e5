import type { CcbillConfig } from '#src/platform/config/payments-config.ts';
import type { CheckoutOrder } from '../payment-provider.ts';
import { digestForm, digestOrder } from './ccbill-digests.ts';

/** CCBill bills by days: a month of the product is 30 days, the shortest period it allows by default. */
export const PERIOD_DAYS = 30;
/** CCBill's value for renewals without an end. */
const UNLIMITED_REBILLS = '99';
/** US dollars (ISO 4217). */
export const CURRENCY_CODE = '840';

type FormAccess = Pick<CcbillConfig, 'subaccount' | 'flexId' | 'salt' | 'formUrl'>;
type FormOrder = Pick<CheckoutOrder, 'checkoutId' | 'priceCents' | 'email'>;

/** The address of the payment form (FlexForms with dynamic pricing). */
export function ccbillFormAddress(
  { subaccount, flexId, salt, formUrl }: FormAccess,
  { checkoutId, priceCents, email }: FormOrder,
): string {
  const price = (priceCents / 100).toFixed(2);
  const form = {
    initialPrice: price,
    initialPeriod: String(PERIOD_DAYS),
    recurringPrice: price,
    recurringPeriod: String(PERIOD_DAYS),
    numRebills: UNLIMITED_REBILLS,
    currencyCode: CURRENCY_CODE,
  };
  const query = new URLSearchParams({
    clientSubacc: subaccount,
    ...form,
    formDigest: digestForm(form, salt),
    email,
    // Passed through: returned by the webhook with the prefix X-.
    checkoutId,
    checkoutDigest: digestOrder(checkoutId, price, salt),
  });
  return `${formUrl}/${flexId}?${query}`;
}
