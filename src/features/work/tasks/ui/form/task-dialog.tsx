import { TextInput } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import { CalendarClock } from 'lucide-react';
import { InfluencerSelect } from '#src/features/agency/influencers/ui/influencer-select.tsx';
import { InfluencersSelect } from '#src/features/agency/influencers/ui/influencers-select.tsx';
import { formatZoneName } from '#src/lib/locale/dates.ts';
import { screenTimeZone } from '#src/lib/locale/screen-dates.ts';
import { toInstant } from '#src/lib/locale/wall-time.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { useNow } from '#src/ui/elements/use-now.ts';
import { CALENDAR_WITH_TIME } from '#src/ui/forms/calendar.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { isPossible } from '../../tasks.rules.ts';
import {
  DESCRIPTION_MAXIMUM_LENGTH,
  MAXIMUM_ASSIGNEES,
  TITLE_MAXIMUM_LENGTH,
  type Task,
} from '../../tasks.schema.ts';
import { dueLabelOf } from '../due-label.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { ChecklistField } from './checklist-field.tsx';
import { TaskConflict } from './task-conflict.tsx';
import styles from './task-dialog.module.css';
import { TemplateField } from './template-field.tsx';
import { useTaskForm } from './use-task-form.ts';

type TaskDialogProps = {
  opened: boolean;
  /** The task to edit; undefined for a new one. */
  task?: Task;
  /** Preselected assignee of a new task. */
  assignee?: string | null;
  onClose: () => void;
};

/** The form of a new or existing task. Closing it with changes needs a confirmation. */
export function TaskDialog({ opened, onClose, ...form }: TaskDialogProps) {
  return (
    <FormDialog
      title={form.task ? 'Edit Task' : 'New Task'}
      size="36rem"
      opened={opened}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => <TaskForm {...form} onClose={onClose} onCancel={onCancel} />}
    </FormDialog>
  );
}

type TaskFormProps = Omit<TaskDialogProps, 'opened'> & { onCancel: () => void };

function TaskForm({ task, assignee = null, ...on }: TaskFormProps) {
  const edit = useTaskForm({
    task: task ?? null,
    assignee,
    onDone: on.onClose,
  });
  const { base, values, errors, change } = edit;
  const isFixed = base !== null && !isPossible('reassign', base);
  const isFinal = base !== null && !isPossible('edit', base);
  return (
    <form {...edit.form} className={dialog.form}>
      <TaskConflict edit={edit} isFinal={isFinal} />
      {!base && <TemplateField onChoose={change} />}
      <TextInput
        label="Title"
        withAsterisk
        data-autofocus
        maxLength={TITLE_MAXIMUM_LENGTH}
        value={values.title}
        error={errors.title}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      {base ? (
        <InfluencerSelect
          label="Assignee"
          withAsterisk
          value={values.assignees[0] ?? null}
          error={errors.assignees}
          disabled={isFixed}
          {...(isFixed && { description: 'Work has started, so the assignee can’t be changed.' })}
          onChange={(id) => change({ assignees: id ? [id] : [] })}
        />
      ) : (
        <InfluencersSelect
          label="Assignees"
          description="Each gets a task of their own."
          withAsterisk
          maxValues={MAXIMUM_ASSIGNEES}
          value={values.assignees}
          error={errors.assignees}
          onChange={(assignees) => change({ assignees })}
        />
      )}
      <DueField
        due={values.dueDate}
        error={errors.dueDate}
        onChange={(dueDate) => change({ dueDate })}
      />
      <TextArea
        label="Description"
        minRows={4}
        maxRows={12}
        maxLength={DESCRIPTION_MAXIMUM_LENGTH}
        value={values.description}
        error={errors.description}
        onChange={({ currentTarget }) => change({ description: currentTarget.value })}
      />
      <ChecklistField
        value={values.checklist}
        error={errors.checklist}
        onChange={(checklist) => change({ checklist })}
      />
      <FormActions
        submitLabel={submitLabelOf(base, values.assignees.length)}
        failure={edit.failure}
        isBusy={edit.busy}
        isDisabled={edit.conflict !== null || isFinal}
        onCancel={on.onCancel}
      />
    </form>
  );
}

const submitLabelOf = (base: Task | null, count: number) => {
  if (base) return 'Save Changes';
  return count > 1 ? `Create ${count} Tasks` : 'Create Task';
};

type DueFieldProps = {
  due: string | null;
  error: string | undefined;
  onChange: (due: string | null) => void;
};

/** The due date in the time zone of the user. */
function DueField({ due, error, onChange }: DueFieldProps) {
  const zone = screenTimeZone();
  const now = useNow();
  const instant = due === null ? null : toInstant(due, zone).instant;
  return (
    <div>
      <DateTimePicker
        label="Due date"
        placeholder="None"
        clearable
        clearButtonProps={{ 'aria-label': 'No due date' }}
        leftSection={<CalendarClock size={17} aria-hidden="true" />}
        {...CALENDAR_WITH_TIME}
        value={due}
        error={error}
        onChange={onChange}
      />
      {instant && (
        <p className={styles.meaning} role="status">
          {instant.getTime() < now ? (
            <strong>This date has passed, so the task will be overdue.</strong>
          ) : (
            dueLabelOf({ status: 'assigned', dueDate: instant.toISOString() }, now).label
          )}{' '}
          <span>({formatZoneName(instant, zone)}, your time zone)</span>
        </p>
      )}
    </div>
  );
}
