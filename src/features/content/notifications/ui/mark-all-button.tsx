import type { UseMutationResult } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { formatCount } from '#src/lib/locale/counts.ts';
import { toast } from '#src/ui/elements/toast.ts';

/** Marks one source of notifications as read, or all of them (`undefined`). */
export type MarkRead = Pick<
  UseMutationResult<unknown, Error, string | undefined>,
  'mutate' | 'isPending'
>;

type MarkAllButtonProps = {
  className: string;
  /** Number of unread notifications. */
  count: number;
  markRead: MarkRead;
  onDone?: (() => void) | undefined;
};

/** The button to mark everything as read, shown while something is unread. */
export function MarkAllButton({ className, count, markRead, onDone }: MarkAllButtonProps) {
  if (count === 0) return null;
  return (
    <button
      type="button"
      className={className}
      disabled={markRead.isPending}
      onClick={() =>
        markRead.mutate(undefined, {
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
      {`Mark All Read (${formatCount(count)})`}
    </button>
  );
}
