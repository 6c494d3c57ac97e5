import { ActionIcon, Skeleton } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { call } from '#src/client/client.ts';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { formatCount } from '#src/lib/locale/counts.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { ShowMore } from '#src/ui/list-view/show-more.tsx';
import { useLiveEvents } from '#src/ui/live/use-live-events.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import type { Comment, Commented } from '../comments.schema.ts';
import { CommentForm } from './comment-form.tsx';
import { commentsOf, commentsQuery } from './comments-queries.ts';
import styles from './comments.module.css';
import { splitAtMentions } from './mentions.ts';

/** The back office's comments on a record, newest first, and a field for a new one. */
export function Comments({ record }: { record: Commented }) {
  const queryClient = useQueryClient();
  const query = useInfiniteQuery(commentsQuery(record));
  useLiveEvents('notifications', () => void queryClient.invalidateQueries(commentsQuery(record)));
  const headingId = useId();
  const rows = query.data?.pages.flatMap((page) => page.rows);
  const total = query.data?.pages[0]?.total ?? 0;
  return (
    <section aria-labelledby={headingId} className={styles.comments}>
      <h3 id={headingId}>
        Comments {total > 0 && <span className={styles.count}>{formatCount(total)}</span>}
      </h3>
      <CommentForm key={record.recordId} record={record} />
      {rows ? (
        <CommentList comments={rows} record={record} />
      ) : query.isError ? (
        <InlineError text="Failed to fetch the comments." onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height="3rem" />
      )}
      <ShowMore pages={query} />
    </section>
  );
}

type CommentListProps = { comments: Comment[]; record: Commented };

function CommentList({ comments, record }: CommentListProps) {
  const session = useSession();
  const queryClient = useQueryClient();
  const [deleting, setDeleting] = useState<Comment | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id }: Comment) =>
      call(commentsOf[':commentId'].$delete({ param: { ...record, commentId: id } })),
    onSuccess: () => toast.success('Success', { description: 'Comment deleted' }),
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: async () => {
      await queryClient.refetchQueries(commentsQuery(record));
      setDeleting(null);
    },
  });
  const mayDelete = ({ author }: Comment) =>
    session?.role === 'admin' || (author !== null && author.id === session?.user.id);
  return (
    <>
      <ol className={styles.list}>
        {comments.map((comment) => (
          <li key={comment.id}>
            <CommentHead
              comment={comment}
              onDelete={mayDelete(comment) ? () => setDeleting(comment) : undefined}
            />
            <CommentText comment={comment} />
          </li>
        ))}
      </ol>
      <ConfirmDialog
        variant="card"
        title="Delete this comment?"
        text="This removes it for everyone. This action cannot be undone."
        opened={deleting !== null}
        cancelLabel="Cancel"
        confirmLabel="Delete"
        isBusy={isPending}
        onCancel={() => setDeleting(null)}
        onConfirm={() => deleting && mutate(deleting)}
      />
    </>
  );
}

type CommentHeadProps = { comment: Comment; onDelete: (() => void) | undefined };

function CommentHead({ comment, onDelete }: CommentHeadProps) {
  const author = comment.author?.name ?? 'Unknown';
  const at = formatTime(comment.createdAt);
  return (
    <div className={styles.head}>
      <p>
        <strong dir="auto">{author}</strong> <time dateTime={comment.createdAt}>{at}</time>
      </p>
      {onDelete && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Delete the comment by ${author}, ${at}`}
          onClick={onDelete}
        >
          <Trash2 size={15} aria-hidden="true" />
        </ActionIcon>
      )}
    </div>
  );
}

function CommentText({ comment: { text, mentions } }: { comment: Comment }) {
  const parts = splitAtMentions(
    text,
    mentions.map(({ name }) => name),
  );
  return (
    <p className={styles.text} dir="auto">
      {parts.map((part, index) =>
        // Every second part is a mention.
        index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
      )}
    </p>
  );
}
