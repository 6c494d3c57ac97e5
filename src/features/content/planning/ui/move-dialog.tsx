import { ScheduleTime } from '#src/features/content/studio/ui/editor/schedule-fields.tsx';
import {
  publishAtOf,
  scheduleError,
  scheduleOf,
} from '#src/features/content/studio/ui/editor/schedule-time.ts';
import { FormActions, FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import type { CalendarPost } from '../planning.schema.ts';
import styles from './move-dialog.module.css';
import { zoneOf, type MovePost } from './use-move-post.ts';

type MoveDialogProps = {
  /** The post to move; null while the dialog is closed. */
  post: CalendarPost | null;
  move: MovePost;
  onClose: () => void;
};

/** Moves a post to a date and time, by keyboard too. */
export function MoveDialog({ post, move, onClose }: MoveDialogProps) {
  const shown = useLastDefined(post);
  return (
    <FormDialog
      title="Move to…"
      size="md"
      opened={post !== null}
      onClose={onClose}
      onExitTransitionEnd={move.focusMoved}
    >
      {() => shown && <MoveForm key={shown.version} post={shown} move={move} onClose={onClose} />}
    </FormDialog>
  );
}

type MoveFormProps = MoveDialogProps & { post: CalendarPost };

function MoveForm({ post, move, onClose }: MoveFormProps) {
  const form = useAppForm({
    initial: { at: scheduleOf(post.at, zoneOf(post)) },
    validate({ at }): { at?: string } {
      const error = scheduleError(at);
      return error === null ? {} : { at: error };
    },
    revalidates: true,
    async send({ at }) {
      await move.moveTo(post, { at: publishAtOf(at)!, timeZone: at.timeZone });
      onClose();
    },
  });
  return (
    <form {...form.form}>
      <p className={styles.post}>
        {post.influencer?.fullName ?? 'No influencer yet'}
        {post.caption && ` · ${post.caption}`}
      </p>
      <div className={styles.fields}>
        <ScheduleTime
          schedule={form.values.at}
          error={form.errors.at}
          onChange={(at) => form.change({ at })}
        />
      </div>
      <FormActions
        submitLabel="Move"
        failure={form.failure}
        isBusy={form.busy}
        onCancel={onClose}
      />
    </form>
  );
}
