import { CheckCheck } from 'lucide-react';
import { toast } from 'sonner';

/** What a mutation reports back to the screen. */
type Outcome = { onSuccess: () => void; onError: () => void };

type MarkAllButtonProps = {
  className: string;
  /** How many are unread. */
  count: number;
  isPending: boolean;
  onMark: (outcome: Outcome) => void;
  onDone?: (() => void) | undefined;
};

/** Marks everything as read; it is there while something is unread. */
export function MarkAllButton({ className, count, isPending, onMark, onDone }: MarkAllButtonProps) {
  if (count === 0) return null;
  return (
    <button
      type="button"
      className={className}
      disabled={isPending}
      onClick={() =>
        onMark({
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
