import { html } from 'hono/html';
import { sandboxMessage, sandboxPage, type Content } from '#src/platform/sandbox/sandbox-page.ts';
import { SANDBOX_CARDS, type SandboxCard } from '../../billing.schema.ts';
import { TEST_CARDS } from './test-cards.ts';

const NOTICE = 'No real card is charged and no money moves.';

/** A page of the payment sandbox. */
export function paymentPage(title: string, content: Content) {
  return sandboxPage(title, NOTICE, content);
}

/** A page with an error message and a link back. */
export function messagePage(title: string, message: string, back: string) {
  return sandboxMessage(title, NOTICE, message, back);
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
