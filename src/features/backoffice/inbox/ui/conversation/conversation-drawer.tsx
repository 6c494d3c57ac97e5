import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { OwnerSelect } from '#src/features/identity/colleagues/ui/owner-select.tsx';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { RecordDrawer, RecordInDrawer } from '#src/ui/dialogs/record-drawer.tsx';
import { NeighbourButtons } from '#src/ui/records/neighbour-buttons.tsx';
import type { Neighbours } from '#src/ui/records/use-neighbours.ts';
import { ASSIGN_MESSAGES, conversationQuery } from '../inbox-queries.ts';
import { MessageState } from '../message-state.tsx';
import { TemplatesDialog } from '../templates/templates-dialog.tsx';
import { ConversationActions } from './conversation-actions.tsx';
import styles from './conversation-drawer.module.css';
import { ConversationEntries } from './conversation-entries.tsx';
import { HandOver } from './hand-over.tsx';
import { ReplyForm } from './reply-form.tsx';
import { SenderCard } from './sender-card.tsx';

type Shown = Neighbours & {
  /** The replies that are typed but not sent, by message. */
  drafts: Map<string, string>;
  /** The colleagues’ comments on a message. */
  comments: (id: string) => ReactNode;
};

type ConversationDrawerProps = Shown & { id: string | undefined; onClose: () => void };

/** A message as a conversation, with its sender and a form for a reply. */
export function ConversationDrawer({ id, onClose, ...props }: ConversationDrawerProps) {
  const record = useRef<HTMLDivElement>(null);
  const [managesTemplates, setManagesTemplates] = useState(false);
  return (
    <>
      <RecordDrawer
        ref={record}
        opened={id !== undefined}
        size="64rem"
        isCovered={managesTemplates}
        onClose={onClose}
      >
        {id !== undefined && (
          <OpenConversation
            key={id}
            {...{ id, record, ...props }}
            onManageTemplates={() => setManagesTemplates(true)}
          />
        )}
      </RecordDrawer>
      <TemplatesDialog opened={managesTemplates} onClose={() => setManagesTemplates(false)} />
    </>
  );
}

type OpenConversationProps = Shown & {
  id: string;
  record: RefObject<HTMLDivElement | null>;
  onManageTemplates: () => void;
};

function OpenConversation(props: OpenConversationProps) {
  const { id, record, previous, next, comments, ...form } = props;
  const query = useQuery(conversationQuery(id));
  const message = query.data;
  return (
    <RecordInDrawer
      query={query}
      title={<bdi>{message?.name ?? 'Message'}</bdi>}
      subtitle={
        message && (
          <>
            {message.topic} ·{' '}
            <time dateTime={message.createdAt}>{formatTime(message.createdAt)}</time>
          </>
        )
      }
      controls={<NeighbourButtons itemLabel="message" {...{ previous, next, record }} />}
      text={{
        loading: 'Loading the message',
        failure: 'Failed to fetch the message',
        missing: 'This message no longer exists.',
      }}
    >
      {(conversation) => (
        <div className={styles.columns}>
          <div className={styles.main}>
            <div className={styles.state}>
              <MessageState message={conversation} />
              <ConversationActions conversation={conversation} record={record} />
            </div>
            <HandOver conversation={conversation} />
            <ConversationEntries conversation={conversation} />
            <ReplyForm conversation={conversation} record={record} {...form} />
          </div>
          <div className={styles.side}>
            <SenderCard conversation={conversation} />
            <OwnerSelect id={id} owner={conversation.owner} assign={ASSIGN_MESSAGES} />
            {comments(id)}
          </div>
        </div>
      )}
    </RecordInDrawer>
  );
}
