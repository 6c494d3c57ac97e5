import { html } from 'hono/html';
import { SANDBOX_CARDS, type DisputeStatus } from '#src/features/money/payments/billing.schema.ts';
import {
  cardFields,
  sandboxPage,
} from '#src/features/money/payments/server/sandbox/sandbox-page.ts';
import { TEST_CARDS } from '#src/features/money/payments/server/sandbox/sandbox-provider.ts';
import type { SubscriptionStatus } from '#src/features/money/subscriptions/subscriptions.schema.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import type { findSandboxBilling } from './sandbox-billing.ts';
import { endByClock, nextPaymentAt, type Outcome } from './sandbox-clock.ts';
import { possibleDecisions, type BankDecision } from './sandbox-disputes.ts';

type Billing = NonNullable<Awaited<ReturnType<typeof findSandboxBilling>>>;
export type PortalView = Billing & {
  influencerName: string;
  /** The status of the last payment's dispute; null without one. */
  disputeStatus: DisputeStatus | null;
};

const day = (date: Date): string => `${formatUtcDate(date)} (UTC)`;

const STATES: Record<SubscriptionStatus, string> = {
  active: 'Active',
  paused: 'Paused by the team',
  past_due: 'Payment issue',
  cancelled: 'Ended',
};

const OUTCOME_TEXTS: Record<Outcome, string> = {
  'card-changed': 'Your card has been changed.',
  paid: 'The payment went through.',
  failed: 'The payment failed.',
  ended: 'The subscription has ended.',
  'real-time': 'Nothing was due. This subscription now runs on real time.',
  nothing: 'Nothing was due.',
  'dispute-opened': 'The payment is disputed. The subscription has ended.',
  'dispute-won': 'The bank decided for the agency.',
  'dispute-lost': 'The bank decided for you.',
};

type Options = { now: Date; outcome?: Outcome | undefined; error?: string };

/** The portal where a fan of the sandbox changes the card and moves to the next payment. */
export function portalPage(view: PortalView, { now, outcome, error }: Options) {
  return sandboxPage(
    'Payment',
    html`<main class="checkout">
      ${error && html`<p class="alert" role="alert">${error}</p>`}
      ${outcome && html`<p class="done" role="status">${OUTCOME_TEXTS[outcome]}</p>`}
      ${summary(view, now)}
      <div class="payment">
        ${view.status === 'cancelled' ? '' : html`${nextForm(view, now)} ${cardForm(view)}`}
        ${disputeForm(view)}
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

const DECISION_LABELS: Record<BankDecision, string> = {
  opened: 'Dispute the Last Payment',
  won: 'Let the Agency Win',
  lost: 'Let the Fan Win',
};

function disputeForm(view: PortalView) {
  const decisions = possibleDecisions(view.disputeStatus);
  if (decisions.length === 0) return '';
  return html`<form method="post" action="${addressOf(view)}/dispute">
    <h2>Dispute</h2>
    <p class="hint">What the bank does about the last payment, in place of a real one.</p>
    ${decisions.map(
      (decision) =>
        html`<button type="submit" class="quiet" name="decision" value="${decision}">
          ${DECISION_LABELS[decision]}
        </button>`,
    )}
  </form>`;
}

const addressOf = ({ providerSubscriptionId }: PortalView): string =>
  `/sandbox/subscriptions/${encodeURIComponent(providerSubscriptionId)}`;
