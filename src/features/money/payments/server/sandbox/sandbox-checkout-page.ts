import { html } from 'hono/html';
import { addMonths } from '#src/lib/dates.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { SANDBOX_CARDS } from '../../billing.schema.ts';
import { subscribePath } from '../checkout-paths.ts';
import { cardFields, loseReportField, paymentPage } from './sandbox-page.ts';

/** The maximum lag of a test clock behind the real time, in days. */
export const MAXIMUM_DAYS_AGO = 400;

type CheckoutView = {
  status: string;
  priceCents: number;
  influencerName: string;
  publicUrl: string | null;
};

const summary = ({ influencerName, priceCents }: CheckoutView, renewal: string) =>
  html`<section class="summary" aria-labelledby="order">
    <p class="eyebrow">Velvet Rope</p>
    <h1 id="order">Subscribe to <em>${influencerName || 'Unknown'}</em></h1>
    <p class="price"><span>${formatCents(priceCents)}</span> <span class="per">per month</span></p>
    <dl>
      <div>
        <dt>Monthly subscription</dt>
        <dd>${formatCents(priceCents)}</dd>
      </div>
      <div>
        <dt>Next renewal</dt>
        <dd>${renewal}</dd>
      </div>
      <div class="total">
        <dt>Due today</dt>
        <dd>${formatCents(priceCents)}</dd>
      </div>
    </dl>
    <p class="terms">
      Renews automatically every month at ${formatCents(priceCents)} until you cancel. Cancel any
      time under My Subscriptions; you keep access until the paid period ends.
    </p>
  </section>`;

/** The page on which a fan pays with a test card. Plain HTML without scripts. */
export function checkoutPage(
  checkout: CheckoutView,
  { now, error }: { now: Date; error?: string },
) {
  const declined =
    'Your card was declined. Nothing was charged. Choose another card and try again.';
  const alert = error ?? (checkout.status === 'declined' ? declined : null);
  const renewal = formatUtcDate(addMonths(now, 1));
  return paymentPage(
    'Checkout',
    html`<main class="checkout">
      ${summary(checkout, renewal)}
      <form method="post" class="payment" aria-labelledby="payment">
        <h2 id="payment">Pay with a test card</h2>
        ${alert && html`<p class="alert" role="alert">${alert}</p>`} ${cardFields(SANDBOX_CARDS[0])}
        <label class="save">
          <input type="checkbox" name="savesCard" />
          <span>Save this card for my next subscription</span>
        </label>
        <label class="save">
          <input type="checkbox" name="sharesCard" />
          <span>Pay with the same card as other accounts that tick this</span>
        </label>
        <label class="clock">
          <span>Test clock: days ago</span>
          <input
            type="number"
            name="daysAgo"
            value="0"
            min="0"
            max="${MAXIMUM_DAYS_AGO}"
            inputmode="numeric"
            aria-describedby="clock-hint"
          />
          <span class="hint" id="clock-hint">
            Pays as if it were an earlier day. Then use Manage Payment under My Subscriptions to
            move from one renewal to the next.
          </span>
        </label>
        ${loseReportField('Lose the report of this payment')}
        <button type="submit">Pay ${formatCents(checkout.priceCents)}</button>
        <a class="cancel" href="${subscribePath(checkout.publicUrl)}">Cancel and go back</a>
      </form>
    </main>`,
  );
}
