import { useQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { toast } from 'sonner';
import { useMarkRead } from '#src/features/feed/ui/use-mark-read.ts';
import { unreadQuery } from './notifications-queries.ts';

/** Marks everything as read; it is there while something is unread. */
export function MarkAllRead({ className, onDone }: { className: string; onDone?: () => void }) {
  const count = useQuery(unreadQuery).data?.count ?? 0;
  const { mutate, isPending } = useMarkRead();
  if (count === 0) return null;
  return (
    <button
      type="button"
      className={className}
      disabled={isPending}
      onClick={() =>
        mutate(undefined, {
          onSuccess: () => {
            toast.success('Success', { description: 'All notifications marked as read' });
            onDone?.();
          },
          onError: () =>
            toast.error('Error', { description: 'Failed to mark notifications as read' }),
        })
      }
    >
      <CheckCheck size={17} aria-hidden="true" />
      {`Mark All Read (${count})`}
    </button>
  );
}
