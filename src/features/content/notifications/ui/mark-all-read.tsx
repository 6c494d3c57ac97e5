import { useQuery } from '@tanstack/react-query';
import { MarkAllButton } from './mark-all-button.tsx';
import { unreadQuery } from './notifications-queries.ts';
import { useMarkRead } from './use-mark-read.ts';

/** Marks the notifications of all posts as read. */
export function MarkAllRead(props: { className: string; onDone?: () => void }) {
  const count = useQuery(unreadQuery).data?.count ?? 0;
  const { mutate, isPending } = useMarkRead();
  return (
    <MarkAllButton
      {...props}
      count={count}
      isPending={isPending}
      onMark={(outcome) => mutate(undefined, outcome)}
    />
  );
}
