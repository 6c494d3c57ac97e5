import { Button, Spoiler } from '@mantine/core';
import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, Reply } from 'lucide-react';
import { useRef } from 'react';
import { call, client } from '#src/client/client.ts';
import { TimeAgo } from '#src/ui/elements/time-ago.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { toastWithUndo } from '#src/ui/elements/undo-toast.ts';
import { ShowMore } from '#src/ui/list-view/show-more.tsx';
import { invalidateQueries } from '#src/ui/live/invalidate-queries.ts';
import { useLiveEvents } from '#src/ui/live/use-live-events.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import type { ContactMessage } from '../contact.schema.ts';
import styles from './open-messages.module.css';

const openMessagesQuery = infiniteQueryOptions({
  queryKey: ['contact', 'open'],
  queryFn: ({ pageParam }) => call(client.api.contact.$get({ query: { cursor: pageParam } })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});

/** The open messages of visitors and influencers, for the staff. */
export function OpenMessages() {
  const queryClient = useQueryClient();
  useLiveEvents(
    'notifications',
    () => void invalidateQueries(queryClient, { queryKey: openMessagesQuery.queryKey }),
  );
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className={styles.section} aria-labelledby="messages">
      <h2 id="messages" ref={heading} tabIndex={-1}>
        Messages
      </h2>
      {/* The focused button disappears with its message. */}
      <MessageList onAnswered={() => heading.current?.focus()} />
    </section>
  );
}

type MessageListProps = { onAnswered: () => void };

function MessageList({ onAnswered }: MessageListProps) {
  const { data, isPending, refetch, ...pages } = useInfiniteQuery(openMessagesQuery);
  if (isPending) {
    return (
      <div role="status" aria-label="Loading messages" className={styles.list}>
        <div className={styles.shimmer} />
        <div className={styles.shimmer} />
      </div>
    );
  }
  if (!data) return <InlineError text="Failed to fetch messages" onRetry={() => void refetch()} />;
  const messages = data.pages.flatMap((page) => page.messages);
  if (messages.length === 0) return <p className={styles.notice}>No open messages</p>;
  return (
    <>
      <ul className={styles.list}>
        {messages.map((message) => (
          <li key={message.id}>
            <Message message={message} onAnswered={onAnswered} />
          </li>
        ))}
      </ul>
      <ShowMore pages={pages} />
    </>
  );
}

type MessageProps = { message: ContactMessage; onAnswered: () => void };

function Message({ message, onAnswered }: MessageProps) {
  const { id, name, email, topic, influencerId, createdAt } = message;
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: openMessagesQuery.queryKey });
  const param = { param: { id } };
  const answered = useMutation({
    mutationFn: () => call(client.api.contact[':id'].answered.$post(param)),
    onSuccess: async () => {
      await refresh();
      toastWithUndo({
        title: 'Success',
        description: 'Message marked as answered',
        undo: () =>
          call(client.api.contact[':id']['undo-answered'].$post(param)).finally(
            () => void refresh(),
          ),
        undone: 'Message reopened',
      });
      onAnswered();
    },
    onError: () => toast.error('Error', { description: 'Failed to mark message as answered' }),
  });
  const titleId = `message-${id}`;
  return (
    <article className={styles.message} aria-labelledby={titleId}>
      <header>
        <h3 id={titleId}>
          {influencerId ? (
            <Link to="/influencers/$id" params={{ id: influencerId }}>
              <bdi>{name}</bdi>
            </Link>
          ) : (
            <bdi>{name}</bdi>
          )}
        </h3>
        <p className={styles.facts}>
          {influencerId && <span className={styles.topic}>Influencer</span>}
          <span className={styles.topic}>{topic}</span>
          <TimeAgo at={createdAt} />
        </p>
      </header>
      <Spoiler maxHeight={150} showLabel="Show all" hideLabel="Show less">
        <p dir="auto" className={styles.text}>
          {message.message}
        </p>
      </Spoiler>
      <div className={styles.actions}>
        <Link to="/inbox" search={{ id }}>
          Open conversation
        </Link>
        <a href={`mailto:${email}?subject=${encodeURIComponent(`Re: ${topic}`)}`}>
          <Reply size={17} aria-hidden="true" /> {email}
        </a>
        <Button
          variant="default"
          radius="xl"
          size="compact-md"
          leftSection={<Check size={16} aria-hidden="true" />}
          aria-describedby={titleId}
          loading={answered.isPending}
          onClick={() => answered.mutate()}
        >
          Mark as Answered
        </Button>
      </div>
    </article>
  );
}
