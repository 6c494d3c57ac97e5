import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toast } from 'sonner';
import { forgetUploads } from '#src/features/content/media/ui/kept-uploads.ts';
import { filesNotReady, type UploadItem } from '#src/features/content/media/ui/upload-items.ts';
import { useUploads } from '#src/features/content/media/ui/use-uploads.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { call, client } from '#src/web/client.ts';
import { submissionSchema } from '../../tasks.schema.ts';
import { refreshTasks } from '../tasks-queries.ts';
import { markedText } from '../use-task-actions.ts';
import {
  forgetSubmission,
  keepSubmission,
  readSubmission,
  type TypedSubmission,
} from './kept-submission.ts';

type Field = keyof TypedSubmission | 'mediaIds';
const NO_FILES: [] = [];

function judge(typed: TypedSubmission, items: UploadItem[]) {
  const isUpload = typed.method === 'Upload';
  const input = submissionSchema.safeParse({
    ...typed,
    // Links of another method are not judged; nobody sees them.
    customLink: typed.method === 'Custom Link' ? typed.customLink : null,
    mediaIds: isUpload ? items.flatMap(({ mediaId }) => mediaId ?? []) : [],
  });
  const errors = fieldErrors<Field>(input);
  const notReady = isUpload && items.length > 0 ? filesNotReady(items) : null;
  return { input, errors: notReady ? { ...errors, mediaIds: notReady } : errors };
}

/** Finished work being handed in: what is typed and uploaded is kept until it was sent. */
export function useSubmission(taskId: string, onDone: () => void) {
  const queryClient = useQueryClient();
  const [initial] = useState(() => readSubmission(taskId));
  // Files half-sent for this task are found again by its id.
  const uploads = useUploads({ draftId: taskId, initial: NO_FILES });
  const { items } = uploads;
  const draft = useAppForm<TypedSubmission>({
    initial,
    validate: (values) => judge(values, items).errors,
    // Not a query's mutation: those leave the page, and what was typed, when the session has ended.
    async send(values) {
      const param = { id: taskId };
      const json = judge(values, items).input.data!;
      await call(client.api.tasks[':id'].submit.$post({ param, json }));
      forgetSubmission(taskId);
      forgetUploads(items.flatMap(({ mediaId }) => mediaId ?? [])).catch(() => {});
      toast.success('Success', { description: markedText('completed') });
      await refreshTasks(queryClient).catch(() => {});
      onDone();
    },
    onError({ message }) {
      toast.error('Error', { description: message });
      void refreshTasks(queryClient);
      return message;
    },
  });
  const { values: typed } = draft;
  const { input, errors } = judge(typed, items);
  useEffect(() => keepSubmission(taskId, typed), [taskId, typed]);

  return {
    form: draft.form,
    typed,
    /** Of all fields, as they are typed. */
    errors,
    failure: draft.failure,
    isBusy: draft.busy,
    isValid: input.success && !errors.mediaIds,
    isSending: items.some(({ state }) => state === 'uploading' || state === 'waiting'),
    uploads: {
      ...uploads,
      remove(item: UploadItem) {
        // Else it would be found again as one that arrived while nobody looked.
        if (item.mediaId) forgetUploads([item.mediaId]).catch(() => {});
        uploads.remove(item);
      },
    },
    change: draft.change,
  };
}
