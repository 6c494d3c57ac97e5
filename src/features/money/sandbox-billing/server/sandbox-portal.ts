import { and, eq } from 'drizzle-orm';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { SANDBOX_CARDS } from '#src/features/money/payments/billing.schema.ts';
import { messagePage } from '#src/features/money/payments/server/sandbox/sandbox-page.ts';
import type { Sandbox } from '#src/features/money/payments/server/sandbox/sandbox-provider.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import { readForm } from '#src/platform/http/form-body.ts';
import type { Actor, RequestEnv } from '#src/platform/http/operation.ts';
import type { Log } from '#src/platform/log/log.ts';
import { sandboxHeaders } from '#src/platform/sandbox/sandbox-page.ts';
import { actAsBank, BANK_ACTIONS, findBankPayment, type BankAction } from './sandbox-bank.ts';
import { findSandboxBilling } from './sandbox-billing.ts';
import {
  changeSandboxCard,
  confirmSandboxPayment,
  goToNextPayment,
  OUTCOMES,
  setReportLoss,
  type Outcome,
} from './sandbox-clock.ts';
import { portalPage, type PortalView } from './sandbox-portal-page.ts';

type Dependencies = Sandbox & { log: Log };

const cardSchema = z.object({ card: z.enum(SANDBOX_CARDS, 'Choose a test card.') });
const nextSchema = z.object({ from: z.coerce.date('Reload this page and try again.') });
const lossSchema = z.object({ loseReport: z.literal('on').optional() });
const bankSchema = z.object({ action: z.enum(BANK_ACTIONS, 'Choose what the bank does.') });
const outcomeSchema = z.enum(OUTCOMES).optional().catch(undefined);

/** Where a fan manages the payments of a sandbox subscription. Mounted in test mode only. */
export function sandboxPortal({ log, ...dependencies }: Dependencies) {
  const app = new Hono<RequestEnv>();
  const limit = bodyLimit({ maxSize: 4096 });
  app.use('/sandbox/subscriptions/*', sandboxHeaders);

  const onForm = createFormHandler({ log, ...dependencies });

  app.get('/sandbox/subscriptions/:id', async (c) => {
    const view = await findView(c, dependencies);
    if (view instanceof Response) return view;
    const outcome = outcomeSchema.parse(c.req.query('did'));
    return c.html(portalPage(view, { now: new Date(), outcome }));
  });
  app.post(
    '/sandbox/subscriptions/:id/card',
    limit,
    onForm(cardSchema, async ({ id }, { card }, now) =>
      card === 'declined' ? DECLINED : changeSandboxCard(dependencies, id, card, now),
    ),
  );
  app.post(
    '/sandbox/subscriptions/:id/confirm',
    limit,
    onForm(z.object({}), ({ id }, _form, now) => confirmSandboxPayment(dependencies, id, now)),
  );
  app.post(
    '/sandbox/subscriptions/:id/next',
    limit,
    onForm(nextSchema, ({ id }, { from }, now) => goToNextPayment(dependencies, id, from, now)),
  );
  app.post(
    '/sandbox/subscriptions/:id/loss',
    limit,
    onForm(lossSchema, ({ id }, { loseReport }) =>
      setReportLoss(dependencies, id, loseReport === 'on'),
    ),
  );
  app.post(
    '/sandbox/subscriptions/:id/bank',
    limit,
    onForm(bankSchema, async (view, { action }, now) =>
      (await actAsBank(dependencies, view, action, now)) ? BANK_OUTCOMES[action] : 'nothing',
    ),
  );
  return app;
}

type FormRun<S extends z.ZodType> = (
  view: PortalView,
  form: z.output<S>,
  now: Date,
) => Promise<Outcome | Refusal>;

/** Processes a form of the page, and shows the page with its result. */
function createFormHandler({ log, ...dependencies }: Dependencies) {
  return <S extends z.ZodType>(schema: S, run: FormRun<S>) =>
    async (c: Context<RequestEnv, '/sandbox/subscriptions/:id'>) => {
      const view = await findView(c, dependencies);
      if (view instanceof Response) return view;
      const now = new Date();
      const form = schema.safeParse(await readForm(c));
      if (!form.success) {
        return c.html(portalPage(view, { now, error: form.error.issues[0]!.message }), 400);
      }
      try {
        const outcome = await run(view, form.data, now);
        if (typeof outcome === 'object') {
          return await c.html(portalPage(view, { now, ...outcome }), 400);
        }
        return c.redirect(`${c.req.path.replace(/\/\w+$/, '')}?did=${outcome}`, 303);
      } catch (error) {
        log.error({ err: error }, 'the sandbox could not take a payment');
        const message = 'The payment could not be confirmed. Please try again.';
        return c.html(portalPage(view, { now, error: message }), 502);
      }
    };
}

const BANK_OUTCOMES: Record<BankAction, Outcome> = {
  warn: 'warned',
  dispute: 'disputed',
  win: 'dispute-won',
  lose: 'dispute-lost',
  'fail-refund': 'refund-failed',
};

type Refusal = { error: string };
const DECLINED: Refusal = { error: 'This card was declined. Your previous card stays in use.' };

// The signed-in fan's own subscription, or an error page.
async function findView(
  c: Context<RequestEnv, '/sandbox/subscriptions/:id'>,
  { db }: Sandbox,
): Promise<PortalView | Response> {
  const actor = await c.var.findActor();
  if (actor === 'suspended') throw new DomainError('suspended');
  if (!actor) return c.redirect('/login', 303);
  const reference = c.req.param('id');
  const own = /^[\w-]{1,255}$/.test(reference) ? await findOwn(db, actor, reference) : null;
  const billing = own && (await findSandboxBilling(db, own.id));
  if (billing) {
    const lastPayment = await findBankPayment(db, own.id);
    return { ...billing, lastPayment, influencerName: own.influencerName };
  }
  const message = 'This subscription doesn’t exist, or it belongs to someone else.';
  return c.html(messagePage('Subscription not found', message, '/my-subscriptions'), 404);
}

async function findOwn(db: Sandbox['db'], actor: Actor, reference: string) {
  const [found] = await db
    .select({ id: userSubscriptions.id, influencerName: profiles.fullName })
    .from(userSubscriptions)
    .innerJoin(profiles, eq(profiles.id, userSubscriptions.influencerId))
    .where(
      and(
        eq(userSubscriptions.provider, 'sandbox'),
        eq(userSubscriptions.providerSubscriptionId, reference),
        eq(userSubscriptions.subscriberId, actor.userId),
      ),
    );
  return found ?? null;
}
