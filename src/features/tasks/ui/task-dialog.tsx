import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useHotkeys } from '@mantine/hooks';
import { CalendarClock } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNow } from '#src/features/applications/ui/use-now.ts';
import { InfluencerSelect } from '#src/features/influencers/ui/influencer-select.tsx';
import { CALENDAR_LABELS, TIME_PICKER } from '#src/features/posts/ui/schedule-fields.tsx';
import { ownTimeZone, toInstant } from '#src/features/posts/ui/schedule-time.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { isPossible } from '../tasks.rules.ts';
import { DESCRIPTION_MAXIMUM_LENGTH, TITLE_MAXIMUM_LENGTH, type Task } from '../tasks.schema.ts';
import { dueOf } from './due-words.ts';
import { TaskConflict } from './task-conflict.tsx';
import styles from './task-dialog.module.css';
import { useTaskForm } from './use-task-form.ts';

type TaskDialogProps = {
  opened: boolean;
  /** The task that is edited; a new one is made without. */
  task?: Task;
  /** Whom a new task is for, until another is chosen. */
  assignee?: string | null;
  onClose: () => void;
  onDone?: (id: string) => void;
};

/** The form of a task, new or not. What was typed is only given up when asked. */
export function TaskDialog({ opened, onClose, ...form }: TaskDialogProps) {
  const [isLeaving, setIsLeaving] = useState(false);
  const [isUnsaved, setIsUnsaved] = useState(false);
  function askToLeave() {
    if (!isUnsaved) return onClose();
    // The Escape that asks must not answer as well.
    setTimeout(() => setIsLeaving(true));
  }
  return (
    <>
      <Modal
        opened={opened}
        onClose={askToLeave}
        closeOnClickOutside={false}
        closeOnEscape={!isLeaving}
        size="36rem"
        title={form.task ? 'Edit Task' : 'New Task'}
        closeButtonProps={{ 'aria-label': 'Close' }}
        classNames={{ content: styles.content!, header: styles.header!, title: styles.title! }}
      >
        <TaskForm {...form} onUnsaved={setIsUnsaved} onClose={onClose} onCancel={askToLeave} />
      </Modal>
      <ConfirmDialog
        look="bar"
        title="Leave without saving?"
        text="What you typed will be lost."
        opened={isLeaving}
        stay="Stay"
        go="Leave"
        isDangerous={false}
        onStay={() => setIsLeaving(false)}
        onGo={() => {
          setIsLeaving(false);
          onClose();
        }}
      />
    </>
  );
}

type TaskFormProps = Omit<TaskDialogProps, 'opened'> & {
  onUnsaved: (isUnsaved: boolean) => void;
  onCancel: () => void;
};

function TaskForm({ task, assignee = null, onUnsaved, ...on }: TaskFormProps) {
  const form = useTaskForm({
    task: task ?? null,
    assignee,
    onDone: (id) => {
      on.onClose();
      on.onDone?.(id);
    },
  });
  const { base, values, errors, change, found } = form;
  useEffect(() => onUnsaved(form.isUnsaved), [onUnsaved, form.isUnsaved]);
  const element = useRef<HTMLFormElement>(null);
  useHotkeys([['mod+Enter', () => element.current?.requestSubmit()]], []);
  const isFixed = base !== null && !isPossible('reassign', base);
  const isFinal = base !== null && !isPossible('edit', base);
  return (
    <form
      ref={element}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (found === null && !isFinal) void form.submit();
      }}
    >
      <TaskConflict
        found={found}
        isFinal={isFinal}
        onSettle={form.settle}
        onStartAnew={form.startAnew}
      />
      <TextInput
        id="task-title"
        label="Title"
        withAsterisk
        data-autofocus
        maxLength={TITLE_MAXIMUM_LENGTH}
        value={values.title}
        error={errors.title}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <InfluencerSelect
        id="task-assignee"
        label="Assignee"
        withAsterisk
        value={values.assignedTo}
        error={errors.assignedTo}
        disabled={isFixed}
        {...(isFixed && { description: 'Work has started, so it stays with them.' })}
        onChange={(assignedTo) => change({ assignedTo })}
      />
      <DueField due={values.due} error={errors.due} onChange={(due) => change({ due })} />
      <Textarea
        id="task-description"
        label="Description"
        autosize
        minRows={4}
        maxRows={12}
        maxLength={DESCRIPTION_MAXIMUM_LENGTH}
        value={values.description}
        error={errors.description}
        onChange={({ currentTarget }) => change({ description: currentTarget.value })}
      />
      {form.failure && (
        <p className={styles.failure} role="alert">
          {form.failure}
        </p>
      )}
      <footer className={styles.actions}>
        <Button variant="default" radius="xl" onClick={on.onCancel}>
          Cancel
        </Button>
        <Button
          type="submit"
          radius="xl"
          loading={form.isBusy}
          disabled={found !== null || isFinal}
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          {base ? 'Save Changes' : 'Create Task'}
        </Button>
      </footer>
    </form>
  );
}

type DueFieldProps = {
  due: string | null;
  error: string | undefined;
  onChange: (due: string | null) => void;
};

const zoneName = (instant: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value;

/** When a task is due, by the clocks of the reader. */
function DueField({ due, error, onChange }: DueFieldProps) {
  const zone = ownTimeZone();
  const now = useNow();
  const instant = due === null ? null : toInstant(due, zone).instant;
  return (
    <div>
      <DateTimePicker
        id="task-due"
        label="Due date"
        placeholder="None"
        clearable
        clearButtonProps={{ 'aria-label': 'No due date' }}
        leftSection={<CalendarClock size={17} aria-hidden="true" />}
        valueFormat="ddd, MMM D, YYYY h:mm A"
        timePickerProps={TIME_PICKER}
        defaultTimeValue="20:00"
        ariaLabels={CALENDAR_LABELS}
        submitButtonProps={{ 'aria-label': 'Done' }}
        firstDayOfWeek={0}
        weekendDays={[]}
        hideOutsideDates
        classNames={{ day: styles.day! }}
        value={due}
        error={error}
        onChange={onChange}
      />
      {instant && (
        <p className={styles.meaning} role="status">
          {instant.getTime() < now ? (
            <strong>This has passed: the task will be overdue.</strong>
          ) : (
            dueOf({ status: 'assigned', closedAt: null, dueDate: instant.toISOString() }, now).words
          )}{' '}
          <span>({zoneName(instant, zone)}, your time zone)</span>
        </p>
      )}
    </div>
  );
}
