import { html } from 'hono/html';
import { addMonths, formatDate } from '#src/lib/dates.ts';
import { formatCents } from '#src/lib/money.ts';
import { subscribePath } from './checkout-paths.ts';
import { TEST_CARDS } from './sandbox-provider.ts';

type Content = ReturnType<typeof html>;
type CheckoutView = {
  status: string;
  priceCents: number;
  influencerName: string;
  publicUrl: string | null;
};

const page = (title: string, content: Content) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Test mode</title>
        <link rel="stylesheet" href="/sandbox/assets/checkout.css" />
      </head>
      <body>
        <header class="test-mode">
          <strong>TEST MODE</strong> No real card is charged and no money moves.
        </header>
        ${content}
      </body>
    </html>`;

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

const cards = Object.entries(TEST_CARDS).map(
  ([value, { number, label }], index) =>
    html`<label class="card">
      <input type="radio" name="card" value="${value}" required ${index === 0 ? 'checked' : ''} />
      <span class="number">${number}</span>
      <span class="what">${label}</span>
    </label>`,
);

/** The page on which a fan pays with a test card. Plain HTML: it needs no script. */
export function checkoutPage(
  checkout: CheckoutView,
  { now, error }: { now: Date; error?: string },
) {
  const declined =
    'Your card was declined. Nothing was charged. Choose another card and try again.';
  const alert = error ?? (checkout.status === 'declined' ? declined : null);
  const renewal = formatDate(addMonths(now, 1).toISOString());
  return page(
    'Checkout',
    html`<main class="checkout">
      ${summary(checkout, renewal)}
      <form method="post" class="payment" aria-labelledby="payment">
        <h2 id="payment">Pay with a test card</h2>
        ${alert && html`<p class="alert" role="alert">${alert}</p>`}
        <fieldset>
          <legend>Test card</legend>
          ${cards}
        </fieldset>
        <button type="submit">Pay ${formatCents(checkout.priceCents)}</button>
        <a class="cancel" href="${subscribePath(checkout.publicUrl)}">Cancel and go back</a>
      </form>
    </main>`,
  );
}

/** A page that says why nothing can be paid, with the way back. */
export const messagePage = (title: string, message: string, back: string) =>
  page(
    title,
    html`<main class="message">
      <h1>${title}</h1>
      <p>${message}</p>
      <a class="button" href="${back}">Go back</a>
    </main>`,
  );
