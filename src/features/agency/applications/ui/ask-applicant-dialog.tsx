import { useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { sendsMail } from '#src/ui/page/sends-mail.ts';
import { questionSchema } from '../application-status.schema.ts';
import { applicationQuery, refreshApplications } from './applications-queries.ts';

type AskApplicantDialogProps = { id: string; opened: boolean; onClose: () => void };

/** Asks the applicant a question, which they answer on their private page. */
export function AskApplicantDialog({ id, opened, onClose }: AskApplicantDialogProps) {
  return (
    <FormDialog
      title="Ask the applicant"
      opened={opened}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => <QuestionForm id={id} onCancel={onCancel} onDone={onClose} />}
    </FormDialog>
  );
}

type QuestionFormProps = { id: string; onCancel: () => void; onDone: () => void };

function QuestionForm({ id, onCancel, onDone }: QuestionFormProps) {
  const queryClient = useQueryClient();
  const { form, values, errors, failure, busy, change } = useAppForm({
    initial: { question: '' },
    isUnsaved: ({ question }) => question.trim() !== '',
    validate: (typed) => fieldErrors<'question'>(questionSchema.safeParse(typed)),
    async send(json) {
      const sent = client.api.applications[':id'].questions.$post({ param: { id }, json });
      queryClient.setQueryData(applicationQuery(id).queryKey, await call(sent));
      toast.success('Question sent', {
        ...(sendsMail() && { description: 'The applicant was notified by email.' }),
      });
      onDone();
    },
    onError() {
      // Someone else may have decided or sent one.
      void refreshApplications(queryClient);
      return undefined;
    },
  });
  return (
    <form {...form}>
      <TextArea
        label="Question"
        description={
          sendsMail()
            ? 'The applicant gets an email with a link to their private page, where they can answer.'
            : 'The applicant can answer on their private page. No email is sent without a mail server (SMTP_URL).'
        }
        withAsterisk
        minRows={4}
        data-autofocus
        value={values.question}
        error={errors.question}
        onChange={(event) => change({ question: event.currentTarget.value })}
      />
      <FormActions
        submitLabel="Send Question"
        failure={failure}
        isBusy={busy}
        onCancel={onCancel}
      />
    </form>
  );
}
