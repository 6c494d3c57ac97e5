import { call, client } from '#src/client/client.ts';
import {
  MailLinkFailure,
  MailLinkPage,
  MailLinkText,
  type MailLinkProps,
} from '#src/ui/public/mail-link/mail-link-page.tsx';
import type { MailKind, UnsubscribeLink } from '../mail-preferences.schema.ts';
import styles from '#src/ui/public/mail-link/mail-link-page.module.css';

const KIND_LABELS: Record<MailKind, string> = {
  posts: 'emails about new posts',
  tasks: 'emails about tasks and due dates',
  task_decisions: 'emails about decisions on your work',
  team: 'emails about mentions, comments and what you own',
};

const read = (token: string) => call(client.api['unsubscribe-link'].$post({ json: { token } }));

/** Switches off emails through the link of one of them, without signing in. */
export function UnsubscribePage() {
  return (
    <MailLinkPage
      aside={{ title: 'As quiet as you like.', text: 'You decide when you hear from us.' }}
      title="Unsubscribe"
      read={read}
      unknown={
        <p>
          It may be incomplete, or its account no longer exists. Open it from our email again, or
          sign in and choose your emails under <a href="/my-account#emails">My Account</a>.
        </p>
      }
    >
      {(found) =>
        found.record.isOff ? <Unsubscribed {...found} /> : <ConfirmUnsubscribe {...found} />
      }
    </MailLinkPage>
  );
}

type FoundProps = MailLinkProps<UnsubscribeLink>;

const ConfirmUnsubscribe = ({ record: link, message, ...actions }: FoundProps) => (
  <MailLinkText title="Unsubscribe?">
    <p>You won’t get any more {KIND_LABELS[link.kind]}.</p>
    <MailLinkFailure message={message} />
    <div className={styles.actions}>
      <ActionButton {...actions} all={false} label="Unsubscribe" />
      {link.receivesOthers && <ActionButton {...actions} all label="Unsubscribe from all" />}
    </div>
    <Rest />
  </MailLinkText>
);

const Unsubscribed = ({ record: link, isChanged, message, ...actions }: FoundProps) => (
  <MailLinkText title="You’re unsubscribed" isChanged={isChanged}>
    <p>
      {link.receivesOthers
        ? `You won’t get any more ${KIND_LABELS[link.kind]}.`
        : 'You won’t get any more optional emails from us.'}
    </p>
    <MailLinkFailure message={message} />
    {link.receivesOthers && <ActionButton {...actions} all label="Unsubscribe from all" />}
    <Rest />
  </MailLinkText>
);

type ActionButtonProps = Pick<FoundProps, 'isBusy' | 'change'> & { all: boolean; label: string };

// Not `disabled`, which would lose the focus. A second click while busy does nothing.
const ActionButton = ({ isBusy, change, all, label }: ActionButtonProps) => (
  <button
    type="button"
    className={all ? 'button button-quiet' : 'button'}
    aria-disabled={isBusy}
    onClick={() =>
      void change((token) =>
        call(client.api['unsubscribe-link'].use.$post({ json: { token, all } })),
      )
    }
  >
    {isBusy ? 'One moment…' : label}
  </button>
);

const Rest = () => (
  <p className={styles.soft}>
    Emails about your password and your payments are always sent. Change your mind any time under{' '}
    <a href="/my-account#emails">My Account</a>.
  </p>
);
