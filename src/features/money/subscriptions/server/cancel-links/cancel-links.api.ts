import type { Config } from '#src/platform/config/config.ts';
import { open, operations } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import { cancelLinkSchema, cancelTokenSchema, type CancelLink } from '../../cancel-link.schema.ts';
import type { CancelDependencies } from '../subscriptions.ts';
import { cancelByLink, getCancelLink } from './cancel-by-link.ts';

type Dependencies = CancelDependencies & {
  config: Pick<Config, 'publicUrl' | 'secrets'>;
  limits: { cancelLink: RateLimit };
};

const example: CancelLink = {
  influencerName: 'Marlowe Vesperine',
  priceCents: 2400,
  state: 'renews',
  endsAtOnce: false,
  until: '2026-12-20T18:30:00.000Z',
};

/** The cancel links of mails, which need no session. */
export function cancelLinksApi({ limits, ...services }: Dependencies) {
  return operations([
    open.post(
      '/api/cancel-link',
      {
        id: 'getCancelLink',
        summary: "Get the subscription that a mail's cancel link is for; changes nothing",
        body: cancelTokenSchema,
        output: cancelLinkSchema,
        errors: ['not-found', 'rate-limited'],
        example,
      },
      async ({ body, context }) => {
        await limits.cancelLink.consume(context.var.clientNetwork);
        return getCancelLink(services, body.token);
      },
    ),
    open.post(
      '/api/cancel-link/stop',
      {
        id: 'stopRenewals',
        summary: "Cancel the subscription that a mail's cancel link is for",
        body: cancelTokenSchema,
        output: cancelLinkSchema,
        errors: ['not-found', 'rate-limited', 'not-allowed-in-state', 'provider-unavailable'],
        example: { ...example, state: 'stopped' },
      },
      async ({ body, context }) => {
        await limits.cancelLink.consume(context.var.clientNetwork);
        return cancelByLink(services, body.token);
      },
    ),
  ]);
}
