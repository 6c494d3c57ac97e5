import { Button, Group } from '@mantine/core';
import { FilePen, Send } from 'lucide-react';
import { useState } from 'react';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import styles from './schedule-fields.module.css';
import { ScheduleTime } from './schedule-fields.tsx';
import type { Schedule } from './schedule-time.ts';
import type { EditStep } from './use-edited-post.ts';

/** The steps that end a schedule. */
type EndingStep = Exclude<EditStep, 'save'>;

const CONFIRMATIONS: Record<
  EndingStep,
  { title: string; text: (time: string) => string; label: string }
> = {
  'publish-now': {
    title: 'Publish this post now?',
    text: (time) =>
      `It’s scheduled for ${time}. Subscribers will see it right away and be notified, and it can’t be scheduled again.`,
    label: 'Publish now',
  },
  'to-draft': {
    title: 'Turn this post into a draft?',
    text: (time) =>
      `It won’t be published on ${time}, and stays in the calendar as a draft planned for that time.`,
    label: 'Back to draft',
  },
};

type EditPostScheduleProps = {
  /** The stored time of the post. */
  publishAt: string;
  schedule: Schedule;
  error: string | undefined;
  busy: EditStep | null;
  onChange: (schedule: Schedule) => void;
  onStep: (step: EditStep) => void;
};

/** The time of a scheduled post, with buttons to publish it now or return it to a draft, which ask. */
export function EditPostSchedule({
  publishAt,
  schedule,
  error,
  busy,
  onChange,
  onStep,
}: EditPostScheduleProps) {
  const [confirming, setConfirming] = useState<EndingStep | null>(null);
  const { title, text, label } = CONFIRMATIONS[useLastDefined(confirming) ?? 'publish-now'];
  return (
    <fieldset className={styles.when}>
      <legend>Scheduled</legend>
      <ScheduleTime schedule={schedule} error={error} onChange={onChange} />
      <Group gap="xs">
        <Button
          variant="default"
          size="sm"
          radius="xl"
          leftSection={<Send size={15} aria-hidden="true" />}
          disabled={busy !== null}
          onClick={() => setConfirming('publish-now')}
        >
          Publish now
        </Button>
        <Button
          variant="default"
          size="sm"
          radius="xl"
          leftSection={<FilePen size={15} aria-hidden="true" />}
          disabled={busy !== null}
          onClick={() => setConfirming('to-draft')}
        >
          Back to draft
        </Button>
      </Group>
      <ConfirmDialog
        variant="card"
        title={title}
        text={text(formatTime(publishAt))}
        opened={confirming !== null}
        isDangerous={false}
        cancelLabel="Cancel"
        confirmLabel={label}
        onCancel={() => setConfirming(null)}
        onConfirm={() => {
          setConfirming(null);
          if (confirming) onStep(confirming);
        }}
      />
    </fieldset>
  );
}
