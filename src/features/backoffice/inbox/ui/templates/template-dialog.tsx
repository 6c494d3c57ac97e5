import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { REPLY_MAXIMUM_LENGTH } from '#src/features/work/contact/conversation.schema.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
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
      <Textarea
        label="Text"
        description="{name} is the name of the sender, {topic} the topic of the message."
        required
        dir="auto"
        autosize
        minRows={6}
        maxRows={14}
        maxLength={REPLY_MAXIMUM_LENGTH}
        value={values.text}
        error={errors.text}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      <FormActions submitLabel="Save" failure={failure} isBusy={busy} onCancel={onCancel}>
        {existing && <DeleteButton template={existing} onDeleted={onClose} />}
      </FormActions>
    </form>
  );
}

type DeleteButtonProps = { template: ReplyTemplate; onDeleted: () => void };

function DeleteButton({ template, onDeleted }: DeleteButtonProps) {
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => deleteReplyTemplate(queryClient, template.id),
    onSuccess: onDeleted,
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => setIsAsking(false),
  });
  return (
    <>
      <Button variant="subtle" color="red" radius="xl" mr="auto" onClick={() => setIsAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        variant="bar"
        title={`Delete “${template.title}”?`}
        text="This removes it for everyone."
        opened={isAsking}
        cancelLabel="Cancel"
        confirmLabel="Delete"
        isBusy={isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => mutate()}
      />
    </>
  );
}
