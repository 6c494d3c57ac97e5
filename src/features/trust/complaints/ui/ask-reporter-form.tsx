import { useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { sendsMail } from '#src/ui/page/sends-mail.ts';
import {
  complaintQuestionSchema,
  TEXT_MAXIMUM_LENGTH,
  type Complaint,
} from '../complaints.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { refreshComplaints } from './complaints-queries.ts';

type AskReporterFormProps = { complaint: Complaint; onClose: () => void; onCancel: () => void };

/** Asks the reporter of a complaint a question. */
export function AskReporterForm({ complaint, onClose, onCancel }: AskReporterFormProps) {
  const queryClient = useQueryClient();
  const { id, version } = complaint;
  const draft = useAppForm({
    initial: { question: '' },
    validate: (values) => fieldErrors(complaintQuestionSchema.safeParse({ ...values, version })),
    async send({ question }) {
      const json = { question: question.trim(), version };
      await call(client.api.complaints[':id'].questions.$post({ param: { id }, json }));
      toast.success('Success', { description: 'Question sent' });
      onClose();
      void refreshComplaints(queryClient);
    },
  });
  return (
    <form {...draft.form} className={dialog.form}>
      <p>
        {sendsMail()
          ? 'The reporter gets an email with a link to your question.'
          : 'The reporter sees your question on their private page; no email is sent without a mail server (SMTP_URL).'}{' '}
        The deadline is paused until they answer.
      </p>
      <TextArea
        label="Question"
        withAsterisk
        data-autofocus
        minRows={3}
        maxRows={10}
        maxLength={TEXT_MAXIMUM_LENGTH}
        value={draft.values.question}
        error={draft.errors.question}
        onChange={({ currentTarget }) => draft.change({ question: currentTarget.value })}
      />
      <FormActions
        submitLabel="Send Question"
        failure={draft.failure}
        isBusy={draft.busy}
        onCancel={onCancel}
      />
    </form>
  );
}
