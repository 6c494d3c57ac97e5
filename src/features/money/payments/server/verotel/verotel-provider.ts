import { CURRENCY } from '#src/lib/locale/locale.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { VerotelConfig } from '#src/platform/config/payments-config.ts';
import { askForEach } from '../ask-for-each.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { cancelSale, findSale, isOver, verotelLink, type FoundSale } from './verotel-api.ts';
import {
  completeVerotelPostback,
  makeVerotelPostback,
  noon,
  readVerotelPostback,
  verifyVerotelPostback,
} from './verotel-postback.ts';

type VerotelOptions = Omit<VerotelConfig, 'kind'> & Pick<Config, 'publicUrl'>;

const TIMEOUT_MS = 10_000;
const NAME_LENGTH = 100;

const cannot = (instead: string) => async (): Promise<never> => {
  throw new DomainError('not-supported', instead);
};

/** What Verotel would have reported of a state. */
const LOST_EVENTS = { renewing: null, paused: null, stopping: 'cancel', ended: 'expiry' } as const;

/** Verotel FlexPay: hosted order pages, opened by signed links, with signed postbacks. */
export function createVerotelProvider(
  options: VerotelOptions,
  timeoutMs = TIMEOUT_MS,
): PaymentProvider {
  const { publicUrl, supportUrl } = options;
  const access = { ...options, timeoutMs };
  const cancel = (saleId: string) => cancelSale(access, saleId);
  return {
    name: 'verotel',
    // Only a link, which can be made again at any time: Verotel sells a reference once.
    async createCheckout({ checkoutId, priceCents, influencerName, email, ...paths }) {
      const name = `Monthly subscription to ${influencerName}`;
      const order = {
        type: 'subscription',
        subscriptionType: 'recurring',
        period: 'P1M',
        name: [...name].slice(0, NAME_LENGTH).join(''),
        priceAmount: (priceCents / 100).toFixed(2),
        priceCurrency: CURRENCY,
        referenceID: checkoutId,
        custom1: checkoutId,
        successURL: `${publicUrl}${paths.successPath}`,
        declineURL: `${publicUrl}${paths.cancelPath}`,
      };
      return { url: verotelLink(options, '/startorder', order, { email }) };
    },
    cancelAtPeriodEnd: cancel,
    // Verotel ends a sale with its paid period; stopping the charges is enough.
    cancelNow: cancel,
    pause: cannot('Verotel can’t pause a subscription. Cancel it instead.'),
    resume: cannot('Verotel can’t resume a subscription. The fan can subscribe again.'),
    refund: cannot(
      'Refund it in Verotel’s Control Center. It will be recorded here once Verotel reports it.',
    ),
    paymentMethodPage: async () => ({ url: supportUrl }),
    verifyWebhook: ({ query }) => verifyVerotelPostback(query, options, new Date()),
    completeWebhook: (webhook) =>
      completeVerotelPostback(webhook, (saleId) => isOver(access, saleId)),
    records: askForEach(async (saleId) => {
      const sale = await findSale(access, saleId);
      return sale && describeSale(saleId, sale);
    }),
    readWebhook: readVerotelPostback,
    // Without this answer Verotel refunds a new sale.
    acknowledgement: 'OK',
  };
}

function describeSale(saleId: string, { state, nextChargeOn, priceCents }: FoundSale) {
  const lost = LOST_EVENTS[state];
  return {
    state,
    report: lost && makeVerotelPostback(saleId, lost, new Date()),
    paid: nextChargeOn === null ? null : { until: noon(nextChargeOn), cents: priceCents },
  };
}
