import { call, client } from '#src/client/client.ts';
import { MailLinkForm } from '#src/features/identity/auth/ui/mail-link-form.tsx';
import { withReturnPath } from '#src/features/identity/auth/ui/sign-in-address.ts';
import { navigateAway } from '#src/ui/dialogs/navigate-away.ts';
import { toastOnNextPage } from '#src/ui/elements/deferred-toast.ts';
import {
  MailLinkPage,
  MailLinkText,
  type MailLinkProps,
} from '#src/ui/public/mail-link/mail-link-page.tsx';
import { spendLink } from '#src/ui/public/mail-link/use-link-token.ts';
import type { SignUpLink } from '../sign-up.schema.ts';
import styles from '#src/ui/public/mail-link/mail-link-page.module.css';
import { ACCOUNT_CREATED } from './account-created.ts';

const read = (token: string) => call(client.api['sign-up-link'].$post({ json: { token } }));

/** Creates the account, and opens the page that the fan requested. */
const finishWith =
  (password: string | undefined) =>
  async (token: string): Promise<SignUpLink> => {
    const link = await call(client.api['sign-up-link'].finish.$post({ json: { token, password } }));
    if (!link.isSignedIn) return link;
    spendLink(link);
    toastOnNextPage(ACCOUNT_CREATED);
    // The fan is signed in, so the sign-in page redirects to the next page.
    return navigateAway(withReturnPath('/login', link.next));
  };

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

const Finish = ({ record, message, isBusy, change }: FoundProps) => (
  <MailLinkText title="Finish signing up">
    <p>
      Confirm <strong>{record.email}</strong> to create your account. We’ll sign you in right away.
    </p>
    {record.needsPassword && (
      <p>
        You signed up in another browser or on another device. Enter the password that you chose
        there.
      </p>
    )}
    <MailLinkForm
      needsPassword={record.needsPassword}
      message={message}
      isBusy={isBusy}
      label="Create My Account"
      busyLabel="Creating account..."
      onSend={(password) => void change(finishWith(password))}
    />
    {record.needsPassword && (
      <p className={styles.soft}>
        Don’t know it, or somebody else chose it?{' '}
        <a href={withReturnPath('/subscribe', record.next)}>Sign up with your own</a>. It replaces
        this one.
      </p>
    )}
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
