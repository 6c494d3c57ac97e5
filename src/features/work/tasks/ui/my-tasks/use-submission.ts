import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { forgetUploads } from '#src/features/content/media/ui/stored-uploads.ts';
import { filesNotReady, type UploadItem } from '#src/features/content/media/ui/upload-items.ts';
import { useUploads } from '#src/features/content/media/ui/use-uploads.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { submissionSchema, type Task } from '../../tasks.schema.ts';
import { markedText } from '../marked-text.ts';
import { refreshTasks } from '../tasks-queries.ts';
import {
  deleteSubmissionDraft,
  storeSubmissionDraft,
  readSubmissionDraft,
  type SubmissionDraft,
} from './submission-draft.ts';

type Field = keyof SubmissionDraft | 'mediaIds';

/** The draft of this tab, else the latest submission, which requested changes start from. */
function initialOf({ id, submission }: Task): SubmissionDraft {
  return (
    readSubmissionDraft(id) ?? {
      notes: submission?.notes ?? '',
      method: submission?.method ?? null,
      customLink: submission?.customLink ?? '',
      url: submission?.url ?? '',
      aiUse: submission?.aiUse ?? null,
    }
  );
}

function validateSubmission(typed: SubmissionDraft, items: UploadItem[]) {
  const isUpload = typed.method === 'Upload';
  const input = submissionSchema.safeParse({
    ...typed,
    // Links of other methods are not validated, because they are hidden.
    customLink: typed.method === 'Custom Link' ? typed.customLink : null,
    mediaIds: isUpload ? items.flatMap(({ mediaId }) => mediaId ?? []) : [],
  });
  const errors = fieldErrors<Field>(input);
  const notReady = isUpload && items.length > 0 ? filesNotReady(items) : null;
  return { input, errors: notReady ? { ...errors, mediaIds: notReady } : errors };
}

/** The form of a submission. Input and uploads are stored until it is submitted. */
export function useSubmission(task: Task, onDone: () => void) {
  const taskId = task.id;
  const queryClient = useQueryClient();
  const [initial] = useState(() => initialOf(task));
  // The task id identifies interrupted uploads for this task.
  const uploads = useUploads({ draftId: taskId, initial: task.files });
  const { items } = uploads;
  const draft = useAppForm<SubmissionDraft>({
    initial,
    validate: (values) => validateSubmission(values, items).errors,
    // Not a useMutation: those leave the page and lose the input when the session has expired.
    async send(values) {
      const param = { id: taskId };
      const json = validateSubmission(values, items).input.data!;
      await call(client.api.tasks[':id'].submit.$post({ param, json }));
      deleteSubmissionDraft(taskId);
      forgetUploads(items.flatMap(({ mediaId }) => mediaId ?? [])).catch(() => {});
      toast.success('Success', { description: markedText('completed') });
      await refreshTasks(queryClient).catch(() => {});
      onDone();
    },
    onError({ message }) {
      void refreshTasks(queryClient);
      return message;
    },
  });
  const { values: typed } = draft;
  const { input, errors } = validateSubmission(typed, items);
  useEffect(() => storeSubmissionDraft(taskId, typed), [taskId, typed]);

  return {
    form: draft.form,
    typed,
    /** Errors of all fields for the current input. */
    errors,
    failure: draft.failure,
    isBusy: draft.busy,
    isValid: input.success && !errors.mediaIds,
    isSending: items.some(({ state }) => state === 'uploading' || state === 'waiting'),
    uploads: {
      ...uploads,
      remove(item: UploadItem) {
        // Otherwise the file would be found again as a completed upload.
        if (item.mediaId) forgetUploads([item.mediaId]).catch(() => {});
        uploads.remove(item);
      },
    },
    change: draft.change,
  };
}
