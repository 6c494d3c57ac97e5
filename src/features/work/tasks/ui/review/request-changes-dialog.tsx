import { itemOfMedia } from '#src/features/content/media/ui/upload-items.ts';
import { UploadPicture } from '#src/features/content/media/ui/upload-picture.tsx';
import type { MediaLinks } from '#src/features/content/media/ui/use-media-token.ts';
import { useStudioMediaLinks } from '#src/features/content/posts/ui/use-studio-media-links.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { changesRequestSchema } from '../../task-review.schema.ts';
import { COMMENT_MAXIMUM_LENGTH, type Task, type TaskFile } from '../../tasks.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import styles from './request-changes-dialog.module.css';
import { useTaskDecisions } from './use-task-decisions.ts';

type RequestChangesDialogProps = {
  task: Pick<Task, 'id' | 'files'>;
  mediaToken: string;
  opened: boolean;
  onClose: () => void;
};

/** Sends submitted work back with a comment, and comments on its files. */
export function RequestChangesDialog({ opened, onClose, ...form }: RequestChangesDialogProps) {
  return (
    <FormDialog
      title="Request Changes"
      size="40rem"
      isFullOnPhones
      opened={opened}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => <RequestForm {...form} onCancel={onCancel} onDone={onClose} />}
    </FormDialog>
  );
}

/** The comments on files by file id. */
type Typed = { comment: string; files: Record<string, string> };

const read = ({ comment, files }: Typed) =>
  changesRequestSchema.safeParse({
    comment,
    files: Object.entries(files).flatMap(([id, typed]) =>
      typed.trim() === '' ? [] : [{ id, comment: typed }],
    ),
  });

type RequestFormProps = Omit<RequestChangesDialogProps, 'opened' | 'onClose'> & {
  onCancel: () => void;
  onDone: () => void;
};

function RequestForm({ task, mediaToken, onCancel, onDone }: RequestFormProps) {
  const { links } = useStudioMediaLinks(mediaToken);
  const { requestChanges, refresh } = useTaskDecisions(task.id);
  const { form, values, errors, failure, busy, change } = useAppForm<Typed>({
    initial: { comment: '', files: {} },
    isUnsaved: ({ comment, files }) =>
      [comment, ...Object.values(files)].some((typed) => typed.trim() !== ''),
    validate: (typed) => fieldErrors<keyof Typed>(read(typed)),
    async send(typed) {
      await requestChanges(read(typed).data!);
      onDone();
    },
    onError() {
      // Somebody else may have changed or deleted the task.
      void refresh();
      return undefined;
    },
  });
  return (
    <form {...form} className={dialog.form}>
      <TextArea
        label="What should change?"
        description="The influencer sees this and can submit again."
        withAsterisk
        minRows={3}
        maxRows={10}
        maxLength={COMMENT_MAXIMUM_LENGTH}
        data-autofocus
        value={values.comment}
        error={errors.comment}
        onChange={({ currentTarget }) => change({ comment: currentTarget.value })}
      />
      {task.files.length > 0 && (
        <ul className={styles.files} aria-label="Comments on files">
          {task.files.map((file) => (
            <FileComment
              key={file.id}
              file={file}
              links={links}
              value={values.files[file.id] ?? ''}
              onChange={(typed) => change({ files: { ...values.files, [file.id]: typed } })}
            />
          ))}
        </ul>
      )}
      <FormActions
        submitLabel="Request Changes"
        failure={failure ?? errors.files}
        isBusy={busy}
        isSticky
        onCancel={onCancel}
      />
    </form>
  );
}

type FileCommentProps = {
  file: TaskFile;
  links: MediaLinks;
  value: string;
  onChange: (typed: string) => void;
};

const FileComment = ({ file, links, value, onChange }: FileCommentProps) => (
  <li>
    <span className={styles.picture}>
      <UploadPicture item={itemOfMedia(file)} links={links} alt="" />
    </span>
    <TextArea
      className={styles.comment!}
      label={`Comment on ${file.fileName || 'the file'}`}
      minRows={1}
      maxRows={6}
      maxLength={COMMENT_MAXIMUM_LENGTH}
      placeholder="Optional"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  </li>
);
