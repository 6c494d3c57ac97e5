import { Link } from '@tanstack/react-router';
import { Mail } from 'lucide-react';
import { WithAvatar } from '#src/features/identity/accounts/ui/user-avatar.tsx';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { roleLabel } from '#src/lib/roles.ts';
import type { Conversation, Sender } from '../../inbox.schema.ts';
import styles from './sender-card.module.css';

/** Who wrote the message: the address, and the account with that address. */
export function SenderCard({ conversation }: { conversation: Conversation }) {
  const { name, email, sender } = conversation;
  return (
    <aside className={styles.card} aria-label="Sender">
      <h3>Sender</h3>
      <p className={styles.name}>
        <bdi>{name}</bdi>
      </p>
      <p className={styles.email}>
        <Mail size={15} aria-hidden="true" />
        <a href={`mailto:${email}`} className="touch-target">
          {email}
        </a>
      </p>
      {sender ? (
        <Account sender={sender} />
      ) : (
        <p className={styles.soft}>This address has no account, or you don’t have access to it.</p>
      )}
    </aside>
  );
}

const STATUS_LABELS = {
  active: 'Active',
  paused: 'Paused',
  cancelled: 'Cancelled',
  past_due: 'Past due',
} as const satisfies Record<Sender['subscriptions'][number]['status'], string>;

const Account = ({ sender }: { sender: Sender }) => (
  <>
    <dl>
      <div>
        <dt>Account</dt>
        <dd>
          <WithAvatar avatar={sender.avatar} name={sender.fullName || sender.email}>
            <AccountLink sender={sender} />
          </WithAvatar>
        </dd>
      </div>
      <div>
        <dt>Role</dt>
        <dd>
          {roleLabel(sender.role)}
          {sender.isSuspended && ' · Suspended'}
        </dd>
      </div>
      <div>
        <dt>Member since</dt>
        <dd>{formatDate(sender.createdAt)}</dd>
      </div>
    </dl>
    {sender.role === 'subscriber' && <Subscriptions subscriptions={sender.subscriptions} />}
  </>
);

function AccountLink({ sender: { id, fullName, email, role } }: { sender: Sender }) {
  const text = <bdi>{fullName || email}</bdi>;
  if (role === 'influencer' || role === 'subscriber') {
    const to = role === 'influencer' ? '/influencers/$id' : '/fans/$id';
    return (
      <Link to={to} params={{ id }} className="touch-target">
        {text}
      </Link>
    );
  }
  return (
    <Link to="/users" search={{ search: email }} className="touch-target">
      {text}
    </Link>
  );
}

const Subscriptions = ({ subscriptions }: Pick<Sender, 'subscriptions'>) => (
  <>
    <h3>Subscriptions</h3>
    {subscriptions.length === 0 && <p className={styles.soft}>None</p>}
    <ul>
      {subscriptions.map(({ id, influencer, status }) => (
        <li key={id}>
          <Link to="/subscribers" search={{ id }} className="touch-target">
            <bdi>{influencer}</bdi>
          </Link>
          <span className={styles.soft}>{STATUS_LABELS[status]}</span>
        </li>
      ))}
    </ul>
  </>
);
