import { Radio, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { MediaUploader } from '#src/features/content/media/ui/media-uploader.tsx';
import { useStudioMediaLinks } from '#src/features/content/posts/ui/use-studio-media-links.ts';
import { AiUseSelect } from '#src/features/content/studio/ui/editor/ai-use-select.tsx';
import { VaultPicker } from '#src/features/content/vault/ui/vault-picker.tsx';
import { FormActions, FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { stageOf } from '../../tasks.rules.ts';
import { NOTES_MAXIMUM_LENGTH, SUBMISSION_METHODS, type Task } from '../../tasks.schema.ts';
import { RequestedChanges } from '../requested-changes.tsx';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { OpenItems } from './open-items.tsx';
import styles from './submit-task-dialog.module.css';
import { useSubmission } from './use-submission.ts';

type SubmitTaskDialogProps = {
  /** The task to submit; null while the dialog is closed. */
  task: Task | null;
  /** Media token for the pictures of files uploaded on an earlier visit. */
  mediaToken: string;
  onClose: () => void;
};

/** The dialog to submit finished work. Closing it keeps the draft. */
export function SubmitTaskDialog({ task, mediaToken, onClose }: SubmitTaskDialogProps) {
  const [isSending, setIsSending] = useState(false);
  function close() {
    setIsSending(false);
    onClose();
  }
  return (
    <FormDialog
      title={task && isAgain(task) ? 'Submit Again' : 'Submit as Complete'}
      size="40rem"
      isFullOnPhones
      opened={task !== null}
      leaveConfirmation={{
        title: 'Leave while files are uploading?',
        text: 'Uploading will pause. Choose the same files again to continue.',
        isNeeded: isSending,
      }}
      onClose={close}
    >
      {(onCancel) =>
        task && (
          <SubmitForm
            key={task.id}
            task={task}
            mediaToken={mediaToken}
            onSending={setIsSending}
            onCancel={onCancel}
            onDone={close}
          />
        )
      }
    </FormDialog>
  );
}

const isAgain = (task: Task) => stageOf(task) === 'changes_requested';

type SubmitFormProps = {
  task: Task;
  mediaToken: string;
  onSending: (isSending: boolean) => void;
  onCancel: () => void;
  onDone: () => void;
};

function SubmitForm({ task, mediaToken, onSending, onCancel, onDone }: SubmitFormProps) {
  const submission = useSubmission(task, onDone);
  const { typed, errors, change, uploads, isValid } = submission;
  const { links } = useStudioMediaLinks(mediaToken);
  const [touched, setTouched] = useState<Record<string, boolean>>({});
  useEffect(() => onSending(submission.isSending), [onSending, submission.isSending]);
  // Errors of a field appear after it loses the focus.
  const errorOf = (field: 'notes' | 'customLink' | 'url') => touched[field] && errors[field];
  const onBlur = (field: 'notes' | 'customLink' | 'url') => () =>
    setTouched((before) => ({ ...before, [field]: typed[field] !== '' }));
  return (
    <form {...submission.form} className={dialog.form}>
      <p className={styles.task}>
        <bdi>{task.title}</bdi>
      </p>
      <RequestedChanges task={task} mediaToken={mediaToken} />
      <OpenItems task={task} />
      <TextArea
        label="Notes"
        withAsterisk
        data-autofocus
        minRows={3}
        maxRows={10}
        maxLength={NOTES_MAXIMUM_LENGTH}
        placeholder="What did you make, and is there anything the agency should know?"
        value={typed.notes}
        error={errorOf('notes')}
        onBlur={onBlur('notes')}
        onChange={({ currentTarget }) => change({ notes: currentTarget.value })}
      />
      <Radio.Group
        label="Submission method"
        description="How you’re sending your work."
        withAsterisk
        value={typed.method ?? ''}
        onChange={(value) =>
          change({ method: SUBMISSION_METHODS.find((method) => method === value) ?? null })
        }
      >
        <div className={styles.methods}>
          {SUBMISSION_METHODS.map((method) => (
            <Radio.Card key={method} value={method} className={styles.method!}>
              <Radio.Indicator size="xs" />
              {method === 'Upload' ? 'Upload here' : method}
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
      {typed.method === 'Custom Link' && (
        <TextInput
          type="url"
          label="Custom Link"
          withAsterisk
          placeholder="https://"
          value={typed.customLink}
          error={errorOf('customLink')}
          onBlur={onBlur('customLink')}
          onChange={({ currentTarget }) => change({ customLink: currentTarget.value })}
        />
      )}
      {typed.method === 'Upload' && (
        <>
          <MediaUploader uploads={uploads} links={links}>
            <VaultPicker uploads={uploads} influencerId={task.assignee.id} />
          </MediaUploader>
          <AiUseSelect isRequired value={typed.aiUse} onChange={(aiUse) => change({ aiUse })} />
        </>
      )}
      {typed.method !== 'Upload' && task.files.length > 0 && (
        <p className={styles.task}>
          The files of your last submission will be removed, because you submit in another way.
        </p>
      )}
      <TextInput
        type="url"
        label="Additional URL"
        placeholder="https://"
        value={typed.url}
        error={errorOf('url')}
        onBlur={onBlur('url')}
        onChange={({ currentTarget }) => change({ url: currentTarget.value })}
      />
      <FormActions
        submitLabel="Submit"
        failure={submission.failure}
        isBusy={submission.isBusy}
        isDisabled={!isValid}
        isSticky
        onCancel={onCancel}
      >
        <p className={styles.missing} role="status">
          {isValid ? '' : Object.values(errors)[0]}
        </p>
      </FormActions>
    </form>
  );
}
