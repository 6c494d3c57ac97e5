import { useQuery } from '@tanstack/react-query';
import { useMarkRead } from '#src/features/feed/ui/use-mark-read.ts';
import { MarkAllButton } from './mark-all-button.tsx';
import { unreadQuery } from './notifications-queries.ts';

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
