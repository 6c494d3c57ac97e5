import { withReturnPath } from '#src/features/identity/auth/ui/sign-in-address.ts';
import { navigateAway } from '#src/ui/dialogs/navigate-away.ts';
import { toastOnNextPage } from '#src/ui/elements/deferred-toast.ts';
import {
  MailLinkFailure,
  MailLinkPage,
  MailLinkText,
  type MailLinkProps,
} from '#src/ui/public/mail-link/mail-link-page.tsx';
import { spendLink } from '#src/ui/public/mail-link/use-link-token.ts';
import { call, client } from '#src/web/client.ts';
import type { SignUpLink } from '../sign-up.schema.ts';
import styles from '#src/ui/public/mail-link/mail-link-page.module.css';
import { ACCOUNT_CREATED } from './account-created.ts';

const read = (token: string) => call(client.api['sign-up-link'].$post({ json: { token } }));

/** Creates the account, and opens the page that the fan requested. */
async function finish(token: string): Promise<SignUpLink> {
  const link = await call(client.api['sign-up-link'].finish.$post({ json: { token } }));
  if (!link.isSignedIn) return link;
  spendLink(link);
  toastOnNextPage(ACCOUNT_CREATED);
  // The fan is signed in, so the sign-in page redirects to the next page.
  return navigateAway(withReturnPath('/login', link.next));
}

const isSpent = ({ isFinished }: SignUpLink) => isFinished;

/** Finishes a sign-up through the link that was mailed to the new fan. */
export function FinishSignUpPage() {
  return (
    <MailLinkPage
      aside={{ title: 'Almost in.', text: 'One click, and the rope opens.' }}
      title="Finish signing up"
      read={read}
      isSpent={isSpent}
      unknown={
        <p>
          It has expired, or you signed up again with a newer one. <a href="/login">Sign in</a>, or{' '}
          <a href="/subscribe">sign up again</a>.
        </p>
      }
    >
      {(found) => (found.record.isFinished ? <Finished {...found} /> : <Finish {...found} />)}
    </MailLinkPage>
  );
}

type FoundProps = MailLinkProps<SignUpLink>;

// Not `disabled`, which would lose the focus. A second click while busy does nothing.
const Finish = ({ record, message, isBusy, change }: FoundProps) => (
  <MailLinkText title="Finish signing up">
    <p>
      Confirm <strong>{record.email}</strong> to create your account. We’ll sign you in right away.
    </p>
    <MailLinkFailure message={message} />
    <button
      type="button"
      className="button"
      aria-disabled={isBusy}
      onClick={() => void change(finish)}
    >
      {isBusy ? 'Creating account...' : 'Create My Account'}
    </button>
    <p className={styles.soft}>
      Didn’t sign up? Close this page: without your confirmation, no account is created.
    </p>
  </MailLinkText>
);

const Finished = ({ record, isChanged }: FoundProps) => (
  <MailLinkText title="Your account is ready" isChanged={isChanged}>
    <p>
      This link was used to create the account of <strong>{record.email}</strong>. Sign in to
      continue.
    </p>
    <a href={withReturnPath('/login', record.next)} className="button">
      Sign In
    </a>
  </MailLinkText>
);
