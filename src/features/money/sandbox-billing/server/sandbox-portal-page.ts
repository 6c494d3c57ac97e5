import { html } from 'hono/html';
import { SANDBOX_CARDS } from '#src/features/money/payments/billing.schema.ts';
import {
  cardFields,
  loseReportField,
  paymentPage,
} from '#src/features/money/payments/server/sandbox/sandbox-page.ts';
import { sandboxPortalPath } from '#src/features/money/payments/server/sandbox/sandbox-subscriptions.ts';
import { TEST_CARDS } from '#src/features/money/payments/server/sandbox/test-cards.ts';
import type { SubscriptionStatus } from '#src/features/money/subscriptions/subscriptions.schema.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { bankActions, type BankAction, type BankPayment } from './sandbox-bank.ts';
import type { findSandboxBilling } from './sandbox-billing.ts';
import { endByClock, isToConfirm, nextPaymentAt, type Outcome } from './sandbox-clock.ts';

type Billing = NonNullable<Awaited<ReturnType<typeof findSandboxBilling>>>;
export type PortalView = Billing & { influencerName: string; lastPayment: BankPayment | null };

const day = (date: Date): string => `${formatUtcDate(date)} (UTC)`;

const STATES: Record<SubscriptionStatus, string> = {
  active: 'Active',
  paused: 'Paused by the team',
  past_due: 'Payment issue',
  cancelled: 'Ended',
};

const OUTCOME_TEXTS: Record<Outcome, string> = {
  'card-changed': 'Your card has been changed.',
  'loses-report': 'The next report will be lost.',
  'reports-all': 'Every report will be sent.',
  paid: 'The payment went through.',
  failed: 'The payment failed.',
  ended: 'The subscription has ended.',
  'real-time': 'Nothing was due. This subscription now runs on real time.',
  nothing: 'Nothing was due.',
  warned: 'The bank has warned of fraud.',
  disputed: 'The payment is disputed.',
  'dispute-won': 'The bank has decided for Velvet Rope.',
  'dispute-lost': 'The bank has decided for the fan.',
  'refund-failed': 'The bank has returned the refund.',
};

type Options = { now: Date; outcome?: Outcome | undefined; error?: string };

/** The portal where a fan of the sandbox changes the card and moves to the next payment. */
export function portalPage(view: PortalView, { now, outcome, error }: Options) {
  return paymentPage(
    'Payment',
    html`<main class="checkout">
      ${error && html`<p class="alert" role="alert">${error}</p>`}
      ${outcome && html`<p class="done" role="status">${OUTCOME_TEXTS[outcome]}</p>`}
      ${summary(view, now)}
      <div class="payment">
        ${isToConfirm(view) ? confirmForm(view) : ''}
        ${
          view.status === 'cancelled'
            ? ''
            : html`${nextForm(view, now)} ${cardForm(view)} ${lossForm(view)}`
        }
        ${bankForm(view)}
        <a class="cancel" href="/my-subscriptions">Back to My Subscriptions</a>
      </div>
    </main>`,
  );
}

const row = (label: string, value: string) =>
  html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`;

function summary(view: PortalView, now: Date) {
  const due = nextPaymentAt(view);
  const state =
    view.status !== 'cancelled' && view.cancelAt ? 'Does not renew' : STATES[view.status];
  return html`<section class="summary" aria-labelledby="subscription">
    <p class="eyebrow">Velvet Rope</p>
    <h1 id="subscription">Payments for <em>${view.influencerName || 'Unknown'}</em></h1>
    <p class="price">
      <span>${formatCents(view.priceCents)}</span> <span class="per">per month</span>
    </p>
    <dl>
      ${row('State', state)} ${row('Card', TEST_CARDS[view.card ?? SANDBOX_CARDS[0]].number)}
      ${row('Paid until', day(view.currentPeriodEnd))}
      ${row(view.status === 'past_due' ? 'Next attempt' : 'Next payment', due ? day(due) : 'None')}
      ${row('Billing time', view.clockAt ? day(view.clockAt) : `Real time, ${day(now)}`)}
    </dl>
    <p class="terms">
      The billing time is a test clock for this subscription only. It can be behind real time, but
      never ahead of it.
    </p>
  </section>`;
}

function nextForm(view: PortalView, now: Date) {
  const end = endByClock(view, now);
  if (end) return endForm(view, end);
  const due = nextPaymentAt(view);
  const heading = html`<h2>Next payment</h2>`;
  if (!due)
    return html`${heading}
      <p class="hint">None: this subscription isn’t renewing.</p>`;
  if (due > now && view.clockAt === null) {
    return html`${heading}
      <p class="hint">Charged automatically on ${day(due)}: billing runs on real time.</p>`;
  }
  const isAhead = due > now;
  return html`<form method="post" action="${addressOf(view)}/next">
    ${heading}
    <p class="hint">
      ${
        isAhead
          ? html`It’s due on ${day(due)}, which is in the future: the clock can only catch up with
            real time.`
          : html`Sets the billing time to ${day(due)} and charges
            ${formatCents(view.priceCents)}${view.status === 'past_due' ? ' once more' : ''}.`
      }
    </p>
    <input type="hidden" name="from" value="${due.toISOString()}" />
    <button type="submit">${isAhead ? 'Use Real Time' : 'Go to the Next Payment'}</button>
  </form>`;
}

const confirmForm = (view: PortalView) =>
  html`<form method="post" action="${addressOf(view)}/confirm">
    <h2>Confirm the payment</h2>
    <p class="hint">Your bank asks whether it’s you who pays ${formatCents(view.priceCents)}.</p>
    <button type="submit">Confirm and Pay</button>
  </form>`;

const endForm = (view: PortalView, end: Date) =>
  html`<form method="post" action="${addressOf(view)}/next">
    <h2>End of the subscription</h2>
    <p class="hint">
      This subscription was cancelled. Sets the billing time to ${day(end)}, when it ends.
    </p>
    <input type="hidden" name="from" value="${end.toISOString()}" />
    <button type="submit">Go to the End</button>
  </form>`;

const cardForm = (view: PortalView) =>
  html`<form method="post" action="${addressOf(view)}/card">
    <h2>Change the card</h2>
    ${
      view.status === 'past_due'
        ? html`<p class="hint">The failed payment is charged to it right away.</p>`
        : ''
    }
    ${cardFields(view.card ?? SANDBOX_CARDS[0])}
    <button type="submit" class="quiet">Use This Card</button>
  </form>`;

const lossForm = (view: PortalView) =>
  html`<form method="post" action="${addressOf(view)}/loss">
    <h2>Lose a report</h2>
    ${loseReportField('Lose the report of the next payment, refund or end', view.losesNextEvent)}
    <button type="submit" class="quiet">Save</button>
  </form>`;

const BANK_BUTTONS: Record<BankAction, string> = {
  warn: 'Warn of Fraud',
  dispute: 'Dispute the Payment',
  win: 'Decide for Velvet Rope',
  lose: 'Decide for the Fan',
  'fail-refund': 'Return the Refund',
};

function bankForm(view: PortalView) {
  const { lastPayment } = view;
  const actions = lastPayment ? bankActions(lastPayment) : [];
  if (!lastPayment || actions.length === 0) return '';
  return html`<form method="post" action="${addressOf(view)}/bank">
    <h2>Act as the bank</h2>
    <p class="hint">
      About the last payment: ${formatCents(lastPayment.amountCents)} on ${day(lastPayment.paidAt)}.
      The team finds disputes and warnings under Disputes, and a returned refund in Subscribers.
    </p>
    ${actions.map(
      (action) =>
        html`<button type="submit" class="quiet" name="action" value="${action}">
          ${BANK_BUTTONS[action]}
        </button>`,
    )}
  </form>`;
}

const addressOf = ({ providerSubscriptionId }: PortalView): string =>
  sandboxPortalPath(providerSubscriptionId);
