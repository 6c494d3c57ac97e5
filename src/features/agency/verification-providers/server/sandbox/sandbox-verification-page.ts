import { html } from 'hono/html';
import { sandboxActions, sandboxMessage, sandboxPage } from '#src/platform/sandbox/sandbox-page.ts';
import type { sandboxVerifications } from '../sandbox-verifications.table.ts';

/** What the sandbox can do as a provider. */
export const SANDBOX_ACTIONS = ['approve', 'decline', 'resubmit', 'expire', 'ignore'] as const;
export type SandboxAction = (typeof SANDBOX_ACTIONS)[number];

const TEXTS: Record<SandboxAction, { title: string; hint: string }> = {
  approve: { title: 'Approve', hint: 'The document is genuine and shows this person.' },
  decline: { title: 'Decline', hint: 'The document is refused.' },
  resubmit: { title: 'Ask for new pictures', hint: 'The person can try again on this page.' },
  expire: { title: 'Let it expire', hint: 'The person never finishes.' },
  ignore: { title: 'Never answer', hint: 'The provider stays silent.' },
};
const NOTICE = 'No document is read and nobody is checked.';

type Session = typeof sandboxVerifications.$inferSelect;
export type SandboxForm = Pick<Session, 'givenNames' | 'surname' | 'dateOfBirth'> & {
  expiresOn: string;
};

const field = (name: string, label: string, value: string, type = 'text') =>
  html`<label class="wide">
    <span>${label}</span>
    <input type="${type}" name="${name}" value="${value}" autocomplete="off" />
  </label>`;

/** The page on which the sandbox's user decides what a provider would find out. */
export function verificationPage(form: SandboxForm, { alert }: { alert?: string | undefined }) {
  return sandboxPage(
    'Identity check',
    NOTICE,
    html`<main class="checkout">
      <section class="summary" aria-labelledby="title">
        <p class="eyebrow">Velvet Rope</p>
        <h1 id="title">Identity check</h1>
        <p class="terms">
          A real provider would ask for pictures of an ID document and of the face here. Instead,
          choose what the document says and how the check ends.
        </p>
      </section>
      <form method="post" class="payment" aria-labelledby="result">
        <h2 id="result">Result</h2>
        ${alert && html`<p class="alert" role="alert">${alert}</p>`}
        ${sandboxActions('The provider will', SANDBOX_ACTIONS, TEXTS)}
        <fieldset>
          <legend>The document says</legend>
          ${field('givenNames', 'Given names', form.givenNames)}
          ${field('surname', 'Surname', form.surname)}
          ${field('dateOfBirth', 'Date of birth', form.dateOfBirth, 'date')}
          ${field('expiresOn', 'Valid until', form.expiresOn, 'date')}
        </fieldset>
        <label class="lose">
          <input type="checkbox" name="loseReport" aria-describedby="lose-hint" />
          <span>Lose the report</span>
          <span class="hint" id="lose-hint">
            The provider decides, but no report reaches Velvet Rope. A job asks for it.
          </span>
        </label>
        <button type="submit">Finish</button>
      </form>
    </main>`,
  );
}

/** A page that says why there is nothing to decide. */
export function verificationMessage(title: string, message: string) {
  return sandboxMessage(title, NOTICE, message);
}
