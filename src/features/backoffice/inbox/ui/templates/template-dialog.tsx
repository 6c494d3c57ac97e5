import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { REPLY_MAXIMUM_LENGTH } from '#src/features/work/contact/conversation.schema.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { DeleteButton } from '#src/ui/dialogs/delete-button.tsx';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import {
  newReplyTemplateSchema,
  TEMPLATE_NAME_MAXIMUM_LENGTH,
  type ReplyTemplate,
} from '../../reply-templates.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { deleteReplyTemplate, saveReplyTemplate } from './reply-templates-queries.ts';

type TemplateDialogProps = { template: ReplyTemplate | 'new' | null; onClose: () => void };

/** Creates a template, or edits or deletes it. */
export function TemplateDialog({ template, onClose }: TemplateDialogProps) {
  const shown = useLastDefined(template);
  return (
    <FormDialog
      title={shown === 'new' ? 'New Template' : 'Edit Template'}
      size="32rem"
      opened={template !== null}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) =>
        shown && (
          <TemplateForm
            existing={shown === 'new' ? null : shown}
            onClose={onClose}
            onCancel={onCancel}
          />
        )
      }
    </FormDialog>
  );
}

type TemplateFormProps = {
  existing: ReplyTemplate | null;
  onClose: () => void;
  onCancel: () => void;
};

function TemplateForm({ existing, onClose, onCancel }: TemplateFormProps) {
  const queryClient = useQueryClient();
  const { form, values, errors, failure, busy, change } = useAppForm({
    initial: { title: existing?.title ?? '', text: existing?.text ?? '' },
    validate: (typed) => fieldErrors<'title' | 'text'>(newReplyTemplateSchema.safeParse(typed)),
    async send(typed) {
      await saveReplyTemplate(queryClient, typed, existing);
      toast.success('Success', { description: 'Template saved' });
      onClose();
    },
  });
  return (
    <form {...form} className={dialog.form}>
      <TextInput
        label="Name"
        required
        data-autofocus
        maxLength={TEMPLATE_NAME_MAXIMUM_LENGTH}
        value={values.title}
        error={errors.title}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <TextArea
        label="Text"
        description="{name} is the name of the sender, {topic} the topic of the message."
        required
        dir="auto"
        minRows={6}
        maxRows={14}
        maxLength={REPLY_MAXIMUM_LENGTH}
        value={values.text}
        error={errors.text}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      <FormActions submitLabel="Save" failure={failure} isBusy={busy} onCancel={onCancel}>
        {existing && (
          <DeleteButton
            title={`Delete “${existing.title}”?`}
            text="This removes it for everyone."
            run={() => deleteReplyTemplate(queryClient, existing.id)}
            onDeleted={onClose}
          />
        )}
      </FormActions>
    </form>
  );
}
