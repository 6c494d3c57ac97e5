import { html } from 'hono/html';
import { sandboxActions, sandboxMessage, sandboxPage } from '#src/platform/sandbox/sandbox-page.ts';
import type { AgeOutcome } from '../../age-checks.schema.ts';

const NOTICE = 'Nobody is checked.';

/** What the sandbox can do; `ignore` says nothing. */
export const SANDBOX_AGE_ACTIONS = ['passed', 'failed', 'ended', 'ignore'] as const;

const TEXTS: Record<AgeOutcome | 'ignore', { title: string; hint: string }> = {
  passed: { title: 'Over 18', hint: 'The person is old enough.' },
  failed: { title: 'Not over 18', hint: 'The person is too young, or it could not be found out.' },
  ended: { title: 'Cancel', hint: 'The person stops the check.' },
  ignore: { title: 'Never answer', hint: 'The company stays silent.' },
};

/** The page on which the sandbox's user decides what a company would find out. */
export function agePage({ alert }: { alert?: string | undefined }) {
  return sandboxPage(
    'Age check',
    NOTICE,
    html`<main class="checkout">
      <section class="summary" aria-labelledby="title">
        <p class="eyebrow">Velvet Rope</p>
        <h1 id="title">Age check</h1>
        <p class="terms">
          A real company would look at a face, a document or a bank account here. Instead, choose
          how the check ends.
        </p>
      </section>
      <form method="post" class="payment" aria-labelledby="result">
        <h2 id="result">Result</h2>
        ${alert && html`<p class="alert" role="alert">${alert}</p>`}
        ${sandboxActions('The company will report', SANDBOX_AGE_ACTIONS, TEXTS)}
        <button type="submit">Finish</button>
      </form>
    </main>`,
  );
}

/** The page of an address that leads to no check. */
export function unknownAgeCheck() {
  return sandboxMessage('Check not found', NOTICE, 'This link doesn’t lead to an age check.');
}
