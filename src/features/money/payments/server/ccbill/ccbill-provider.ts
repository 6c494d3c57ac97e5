import { DomainError } from '#src/lib/problem.ts';
import type { CcbillConfig } from '#src/platform/config/payments-config.ts';
import { askForEach } from '../ask-for-each.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { ccbillFormAddress } from './ccbill-checkout.ts';
import { cancelAtCcbill, findCcbillState } from './ccbill-datalink.ts';
import { readCcbillEvents } from './ccbill-events.ts';
import { listCcbillRecords } from './ccbill-records.ts';
import { makeCcbillWebhook, verifyCcbillWebhook } from './ccbill-webhook.ts';

const TIMEOUT_MS = 10_000;

const cannot = (instead: string) => async (): Promise<never> => {
  throw new DomainError('not-supported', instead);
};

/** What CCBill would have reported of a state. */
const LOST_EVENTS = {
  renewing: null,
  paused: null,
  stopping: 'Cancellation',
  ended: 'Expiration',
} as const;

/** CCBill: FlexForms with dynamic prices, webhooks, and cancellations through Data Link. */
export function createCcbillProvider(
  config: Omit<CcbillConfig, 'kind'>,
  timeoutMs = TIMEOUT_MS,
): PaymentProvider {
  const link = { ...config, timeoutMs };
  const cancel = (subscriptionId: string) => cancelAtCcbill(link, subscriptionId);
  return {
    name: 'ccbill',
    // Only a link, which can be made again at any time. The pages after it are set at CCBill.
    createCheckout: async (order) => ({ url: ccbillFormAddress(config, order) }),
    cancelAtPeriodEnd: cancel,
    // CCBill ends a subscription with its paid period; stopping the charges is enough.
    cancelNow: cancel,
    pause: cannot('CCBill can’t pause a subscription. Cancel it instead.'),
    resume: cannot('CCBill can’t resume a subscription. The fan can subscribe again.'),
    // Data Link refunds a subscription and ends it; it cannot name one payment, nor repeat safely.
    refund: cannot(
      'Refund it in CCBill’s Admin Portal. It will be recorded here once CCBill reports it.',
    ),
    paymentMethodPage: async () => ({ url: config.supportUrl }),
    verifyWebhook: (webhook) => verifyCcbillWebhook(webhook, config, new Date()),
    records: listCcbillRecords(
      link,
      askForEach(async (id) => {
        const state = await findCcbillState(link, id);
        if (state === null) return null;
        const lost = LOST_EVENTS[state];
        const report = lost && makeCcbillWebhook(id, lost, new Date());
        // Payments are compared by the export.
        return { state, report, paid: null };
      }),
    ),
    readWebhook: (content) => readCcbillEvents(content, config.salt),
  };
}
