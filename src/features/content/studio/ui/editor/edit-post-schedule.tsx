import { Button, Group } from '@mantine/core';
import { FilePen, Send } from 'lucide-react';
import styles from './schedule-fields.module.css';
import { ScheduleTime } from './schedule-fields.tsx';
import type { Schedule } from './schedule-time.ts';
import type { EditStep } from './use-edited-post.ts';

type EditPostScheduleProps = {
  schedule: Schedule;
  error: string | undefined;
  busy: EditStep | null;
  onChange: (schedule: Schedule) => void;
  onStep: (step: EditStep) => void;
};

/** The time of a scheduled post, with buttons to publish it now or return it to a draft. */
export function EditPostSchedule({
  schedule,
  error,
  busy,
  onChange,
  onStep,
}: EditPostScheduleProps) {
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
          onClick={() => onStep('publish-now')}
        >
          Publish now
        </Button>
        <Button
          variant="default"
          size="sm"
          radius="xl"
          leftSection={<FilePen size={15} aria-hidden="true" />}
          disabled={busy !== null}
          onClick={() => onStep('to-draft')}
        >
          Back to draft
        </Button>
      </Group>
    </fieldset>
  );
}
