import type { MiddlewareHandler } from 'hono';
import { html } from 'hono/html';
import { SANDBOX_CARDS, type SandboxCard } from '../../billing.schema.ts';
import { TEST_CARDS } from './test-cards.ts';

export type Content = ReturnType<typeof html>;

/** The headers of the sandbox's pages: no caching, no scripts, no frames. */
export const sandboxHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  c.header('cache-control', 'no-store');
  c.header(
    'content-security-policy',
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
};

/** A page of the sandbox. Plain HTML without scripts. */
export function sandboxPage(title: string, content: Content) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Test mode</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/sandbox/assets/page.css" />
        <link rel="stylesheet" href="/sandbox/assets/checkout.css" />
      </head>
      <body>
        <header class="test-mode">
          <strong>TEST MODE</strong> No real card is charged and no money moves.
        </header>
        ${content}
      </body>
    </html>`;
}

/** A page with an error message and a link back. */
export function messagePage(title: string, message: string, back: string) {
  return sandboxPage(
    title,
    html`<main class="message">
      <h1>${title}</h1>
      <p>${message}</p>
      <a class="button" href="${back}">Go back</a>
    </main>`,
  );
}

/** The test cards to choose from. @param chosen the current one */
export function cardFields(chosen: SandboxCard) {
  return html`<fieldset>
    <legend>Test card</legend>
    ${SANDBOX_CARDS.map(
      (card) =>
        html`<label class="card">
          <input
            type="radio"
            name="card"
            value="${card}"
            required
            ${card === chosen ? 'checked' : ''}
          />
          <span class="number">${TEST_CARDS[card].number}</span>
          <span class="what">${TEST_CARDS[card].label}</span>
        </label>`,
    )}
  </fieldset>`;
}

/** A checkbox that loses a webhook on purpose. @param label what is lost */
export function loseReportField(label: string, isChecked = false) {
  return html`<label class="lose">
    <input
      type="checkbox"
      name="loseReport"
      aria-describedby="lose-hint"
      ${isChecked ? 'checked' : ''}
    />
    <span>${label}</span>
    <span class="hint" id="lose-hint">
      The money moves at the provider, but no event reaches Velvet Rope. Reconciliation finds it.
    </span>
  </label>`;
}
