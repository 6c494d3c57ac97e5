import { z } from 'zod';
import { as, open, operations } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import {
  priceAnswerByLinkSchema,
  priceAnswerSchema,
  priceLinkSchema,
  priceTokenSchema,
} from '../../price-notice.schema.ts';
import {
  answerOwnPrice,
  answerPriceByLink,
  getPriceLink,
  type PriceLinkDependencies,
} from './answer-price.ts';
import { PRICE_LINK_EXAMPLE } from './price-changes.examples.ts';

type Dependencies = PriceLinkDependencies & { limits: { priceLink: RateLimit } };

/** The answers of fans to a new price, in their account or by the link of the mail. */
export function priceAnswersApi({ limits, ...services }: Dependencies) {
  return operations([
    as('subscriber').post(
      '/api/subscriptions/{id}/price-answer',
      {
        id: 'answerOwnPrice',
        summary:
          'Accept or decline the new price of your subscription; when declined, it ends with the paid period',
        params: z.object({ id: z.uuid() }),
        body: priceAnswerSchema,
        output: z.object({}),
        errors: ['not-found', 'not-allowed-in-state', 'provider-unavailable'],
        example: {},
      },
      async ({ actor, params, body: { priceChangeId, answer } }) => {
        const notice = { priceChangeId, subscriptionId: params.id };
        await answerOwnPrice(services, actor, notice, answer);
        return {};
      },
    ),
    open.post(
      '/api/price-link',
      {
        id: 'getPriceLink',
        summary: "Get the new price that a mail's link is for; changes nothing",
        body: priceTokenSchema,
        output: priceLinkSchema,
        errors: ['not-found', 'rate-limited'],
        example: PRICE_LINK_EXAMPLE,
      },
      async ({ body, context }) => {
        await limits.priceLink.consume(context.var.clientNetwork);
        return getPriceLink(services, body.token);
      },
    ),
    open.post(
      '/api/price-link/answer',
      {
        id: 'answerPrice',
        summary: "Accept or decline the new price that a mail's link is for",
        body: priceAnswerByLinkSchema,
        output: priceLinkSchema,
        errors: ['not-found', 'rate-limited', 'not-allowed-in-state', 'provider-unavailable'],
        example: { ...PRICE_LINK_EXAMPLE, state: 'accepted' },
      },
      async ({ body, context }) => {
        await limits.priceLink.consume(context.var.clientNetwork);
        return answerPriceByLink(services, body.token, body.answer);
      },
    ),
  ]);
}
