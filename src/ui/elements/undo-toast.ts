import { toast } from './toast.ts';

/** How long the undo is offered. */
const UNDO_MS = 8_000;

type UndoToast = {
  /** A toast with the same id replaces this one, for example after the undo from elsewhere. */
  id?: string;
  title: string;
  description?: string;
  /** Undoes the decision, and refreshes what shows it. @throws ApiError with the reason of a refusal */
  undo: () => Promise<unknown>;
  /** The title after the undo, such as "Application reopened". */
  undone: string;
};

/** Shows for eight seconds what was done, with a button that undoes it. */
export function toastWithUndo({ id, title, description, undo, undone }: UndoToast): void {
  toast.success(title, {
    id,
    description,
    duration: UNDO_MS,
    action: {
      label: 'Undo',
      onClick: ({ currentTarget }) => {
        // Restores the focus now. Otherwise the toaster does it when its last toast disappears, and
        // so takes the focus away from whatever the user does by then.
        currentTarget.blur();
        void undo().then(
          // A toast of its own: the pressed one is about to disappear.
          () => toast.success(undone),
          (error: Error) => toast.error('Not undone', { description: error.message }),
        );
      },
    },
  });
}
