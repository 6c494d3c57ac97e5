import { NumberInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import {
  newTaskTemplateSchema,
  type TaskTemplate,
} from '#src/features/work/tasks/task-templates.schema.ts';
import { ChecklistField, checklistOf } from '#src/features/work/tasks/ui/form/checklist-field.tsx';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { DeleteButton } from '#src/ui/dialogs/delete-button.tsx';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { refreshAutomation } from './automation-queries.ts';

/** A template to edit, or what a new one begins with. */
export type EditedTemplate = Partial<TaskTemplate>;

type TemplateDialogProps = { template: EditedTemplate | null; onClose: () => void };

const templates = client.api['task-templates'];

/** Adds, changes or deletes a template of a task. */
export function TemplateDialog({ template, onClose }: TemplateDialogProps) {
  const shown = useLastDefined(template);
  return (
    <FormDialog
      title={shown?.id ? 'Edit Template' : 'New Template'}
      size="34rem"
      opened={template !== null}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => shown && <TemplateForm {...{ template: shown, onClose, onCancel }} />}
    </FormDialog>
  );
}

type TemplateFormProps = {
  template: EditedTemplate;
  onClose: () => void;
  onCancel: () => void;
};

const read = ({ checklist, ...typed }: { checklist: string }) => ({
  ...typed,
  checklist: checklistOf(checklist),
});

function TemplateForm({ template, onClose, onCancel }: TemplateFormProps) {
  const queryClient = useQueryClient();
  const refresh = () => refreshAutomation(queryClient);
  const { id } = template;
  const { form, values, errors, failure, busy, change } = useAppForm({
    initial: {
      name: template.name ?? '',
      title: template.title ?? '',
      description: template.description ?? '',
      dueDays: template.dueDays ?? null,
      checklist: template.checklist?.join('\n') ?? '',
    },
    validate: (typed) => fieldErrors(newTaskTemplateSchema.safeParse(read(typed))),
    async send(typed) {
      const json = newTaskTemplateSchema.parse(read(typed));
      if (id === undefined) await call(templates.$post({ json }));
      else await call(templates[':id'].$put({ param: { id }, json }));
      toast.success('Success', { description: 'Template saved' });
      void refresh();
      onClose();
    },
  });
  return (
    <form {...form} className={dialog.form}>
      <TextInput
        label="Name"
        description="How your team finds it."
        required
        data-autofocus
        maxLength={80}
        value={values.name}
        error={errors.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <TextInput
        label="Title of the task"
        required
        maxLength={200}
        value={values.title}
        error={errors.title}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <TextArea
        label="Description"
        minRows={3}
        maxRows={12}
        value={values.description}
        error={errors.description}
        onChange={({ currentTarget }) => change({ description: currentTarget.value })}
      />
      <NumberInput
        label="Days until due"
        description="Leave blank for tasks without a due date."
        min={1}
        max={365}
        allowDecimal={false}
        value={values.dueDays ?? ''}
        error={errors.dueDays}
        onChange={(days) => change({ dueDays: typeof days === 'number' ? days : null })}
      />
      <ChecklistField
        value={values.checklist}
        error={errors.checklist}
        onChange={(checklist) => change({ checklist })}
      />
      <FormActions submitLabel="Save" failure={failure} isBusy={busy} onCancel={onCancel}>
        {id !== undefined && (
          <DeleteButton
            title={`Delete “${template.name}”?`}
            text="This removes it for everyone. Its tasks stay."
            run={() =>
              call(templates[':id'].$delete({ param: { id } })).finally(() => void refresh())
            }
            onDeleted={onClose}
          />
        )}
      </FormActions>
    </form>
  );
}
