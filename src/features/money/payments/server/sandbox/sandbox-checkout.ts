import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { DAY_MS } from '#src/lib/dates.ts';
import { DomainError } from '#src/lib/problem.ts';
import { isUuid } from '#src/lib/uuid.ts';
import type { Db } from '#src/platform/database/db.ts';
import { readForm } from '#src/platform/http/form-body.ts';
import type { RequestEnv } from '#src/platform/http/operation.ts';
import type { Log } from '#src/platform/log/log.ts';
import { sandboxHeaders } from '#src/platform/sandbox/sandbox-page.ts';
import { SANDBOX_CARDS } from '../../billing.schema.ts';
import { checkoutSuccessPath, subscribePath } from '../checkout-paths.ts';
import { findOwnCheckout, isPayable, markCheckoutDeclined } from '../checkouts.ts';
import { checkoutPage, MAXIMUM_DAYS_AGO } from './sandbox-checkout-page.ts';
import { saveSandboxCard } from './sandbox-customers.ts';
import { messagePage } from './sandbox-page.ts';
import { sandboxPayment } from './sandbox-payment.ts';
import { reportSandboxEvent, type Sandbox } from './sandbox-provider.ts';
import { saveSandboxSubscription } from './sandbox-subscriptions.ts';
import { hashTestCard } from './test-cards.ts';

type Dependencies = Sandbox & { log: Log };

const formSchema = z.object({
  card: z.enum(SANDBOX_CARDS, 'Choose a test card.'),
  // The lag of this subscription's test clock behind the real time, in days.
  daysAgo: z.coerce
    .number('The days must be a number.')
    .int('The days must be a whole number.')
    .min(0, 'The days must be 0 or more.')
    .max(MAXIMUM_DAYS_AGO, `The days must be at most ${MAXIMUM_DAYS_AGO}.`)
    .default(0),
  // A ticked checkbox: the payment is never reported.
  loseReport: z.literal('on').optional(),
  savesCard: z.literal('on').optional(),
  // The provider would recognize the card in other accounts that pay with it.
  sharesCard: z.literal('on').optional(),
});

/** The sandbox's own checkout page, in place of a hosted one. Mounted in test mode only. */
export function sandboxCheckout({ log, ...sandbox }: Dependencies) {
  const { db, config } = sandbox;
  const app = new Hono<RequestEnv>();

  app.use('/sandbox/checkout/:id', sandboxHeaders);

  app.get('/sandbox/checkout/:id', async (c) => {
    const checkout = await findCheckout(c, db);
    if (checkout instanceof Response) return checkout;
    return c.html(checkoutPage(checkout, { now: new Date() }));
  });

  app.post('/sandbox/checkout/:id', bodyLimit({ maxSize: 4096 }), async (c) => {
    const checkout = await findCheckout(c, db);
    if (checkout instanceof Response) return checkout;
    const form = formSchema.safeParse(await readForm(c));
    if (!form.success) {
      const error = form.error.issues[0]!.message;
      return c.html(checkoutPage(checkout, { now: new Date(), error }), 400);
    }
    const { card, daysAgo, loseReport, savesCard, sharesCard } = form.data;
    if (card === 'declined') {
      await markCheckoutDeclined(db, checkout.id);
      return c.redirect(c.req.path, 303);
    }
    const clockAt = daysAgo === 0 ? null : new Date(Date.now() - daysAgo * DAY_MS);
    const owner = sharesCard ? 'shared' : { fanId: checkout.subscriberId };
    const hashes = hashTestCard(config.secrets, card, owner);
    const event = sandboxPayment(checkout, clockAt ?? new Date(), card, hashes);
    const losesNextEvent = loseReport === 'on';
    const settings = { card, clockAt, losesNextEvent };
    await saveSandboxSubscription(db, event.providerSubscriptionId, settings);
    if (savesCard) await saveSandboxCard(db, checkout.subscriberId, card);
    const delivered = await reportSandboxEvent(sandbox, event);
    if (!delivered.ok) {
      log.error({ status: delivered.status }, 'the sandbox could not deliver its webhook');
      const error = 'The payment could not be confirmed. Please try again.';
      return c.html(checkoutPage(checkout, { now: new Date(), error }), 502);
    }
    return c.redirect(checkoutSuccessPath(checkout), 303);
  });
  return app;
}

type Checkout = NonNullable<Awaited<ReturnType<typeof findOwnCheckout>>>;

// The signed-in fan's own payable checkout, or an error page.
async function findCheckout(c: Context<RequestEnv>, db: Db): Promise<Checkout | Response> {
  const actor = await c.var.findActor();
  if (actor === 'suspended') throw new DomainError('suspended');
  if (!actor) return c.redirect('/login', 303);
  const id = c.req.param('id') ?? '';
  const checkout = isUuid(id) ? await findOwnCheckout(db, actor, id) : null;
  if (!checkout) {
    const message = 'This checkout doesn’t exist, or it belongs to someone else.';
    return c.html(messagePage('Checkout not found', message, '/marketplace'), 404);
  }
  if (checkout.status === 'completed') return c.redirect(checkoutSuccessPath(checkout), 303);
  if (isPayable(checkout, new Date())) return checkout;
  const message = 'Nothing was charged. You can start again from the influencer’s page.';
  return c.html(
    messagePage('This checkout has expired', message, subscribePath(checkout.publicUrl)),
    410,
  );
}
