import { Button } from '@mantine/core';
import { Check, Clock, Hourglass, TriangleAlert } from 'lucide-react';
import { deliveryOf, type Delivery } from '#src/features/work/contact/conversation.rules.ts';
import {
  CONVERSATION_LIMIT,
  type ConversationEntry,
} from '#src/features/work/contact/conversation.schema.ts';
import { StateBadge } from '#src/ui/elements/state-badge.tsx';
import { TimeAgo } from '#src/ui/elements/time-ago.tsx';
import type { Conversation } from '../../inbox.schema.ts';
import styles from './conversation-entries.module.css';
import { useResendReply } from './use-conversation-change.ts';

/** The message and everything that follows it, oldest first. All of it is plain text. */
export function ConversationEntries({ conversation }: { conversation: Conversation }) {
  const { id, name, email, message, createdAt, entries } = conversation;
  return (
    <ol className={styles.entries} aria-label="Conversation">
      <li className={styles.entry} data-received>
        <EntryHead author={name} at={createdAt} />
        <p className={styles.text} dir="auto">
          {message}
        </p>
      </li>
      {entries.length === CONVERSATION_LIMIT && (
        <li className={styles.notice}>Only the latest {CONVERSATION_LIMIT} entries are shown.</li>
      )}
      {entries.map((entry) => (
        <li key={entry.id} className={styles.entry} data-received={entry.isReceived || undefined}>
          {entry.isReceived ? (
            <Received entry={entry} name={name} email={email} />
          ) : (
            <Sent entry={entry} messageId={id} />
          )}
        </li>
      ))}
    </ol>
  );
}

const EntryHead = ({ author, at }: { author: string; at: string }) => (
  <p className={styles.head}>
    <bdi>{author}</bdi> <TimeAgo at={at} />
  </p>
);

type ReceivedProps = { entry: ConversationEntry; name: string; email: string };

const Received = ({ entry, name, email }: ReceivedProps) => (
  <>
    <EntryHead author={name} at={entry.createdAt} />
    {entry.fromEmail !== email && (
      <p className={styles.warning}>
        <TriangleAlert size={15} aria-hidden="true" />
        <span>
          Sent from another address: <bdi>{entry.fromEmail}</bdi>
        </span>
      </p>
    )}
    <p className={styles.text} dir="auto">
      {entry.text || <em>No text</em>}
    </p>
    {entry.quoted !== null && (
      <details className={styles.quoted}>
        <summary>Quoted text</summary>
        <p className={styles.text} dir="auto">
          {entry.quoted}
        </p>
      </details>
    )}
  </>
);

const DELIVERIES = {
  sending: { variant: 'neutral', icon: Clock, text: 'Sending' },
  delayed: { variant: 'warning', icon: Hourglass, text: 'Delayed. Still trying' },
  failed: { variant: 'danger', icon: TriangleAlert, text: 'Not delivered' },
  sent: { variant: 'success', icon: Check, text: 'Sent' },
} as const satisfies Record<Delivery, object>;

const FAILURES = {
  refused: 'The recipient’s mail server refused this address.',
  unavailable: 'The email couldn’t be sent for hours. Check the mail server in System status.',
} as const;

function Sent({ entry, messageId }: { entry: ConversationEntry; messageId: string }) {
  const { mutate, isPending } = useResendReply(messageId);
  const delivery = deliveryOf(entry);
  const { text, ...badge } = DELIVERIES[delivery];
  return (
    <>
      <EntryHead author={entry.author || 'A former colleague'} at={entry.createdAt} />
      <p className={styles.text} dir="auto">
        {entry.text}
      </p>
      <div className={styles.delivery}>
        <StateBadge {...badge}>{text}</StateBadge>
        {delivery === 'failed' && (
          <>
            <span>{FAILURES[entry.failure ?? 'unavailable']}</span>
            <Button
              variant="default"
              radius="xl"
              size="compact-sm"
              loading={isPending}
              onClick={() => mutate(entry.id)}
            >
              Send again
            </Button>
          </>
        )}
      </div>
    </>
  );
}
