import { Button, CopyButton, Group } from '@mantine/core';
import { TextArea } from '#src/ui/forms/text-area.tsx';

type UnsavedNotesProps = { notes: string; onDiscard: () => void };

/** Notes that can no longer be saved, shown so that they are not lost. */
export function UnsavedNotes({ notes, onDiscard }: UnsavedNotesProps) {
  if (!notes.trim()) return null;
  return (
    <div>
      <TextArea
        label="Your notes were not saved"
        description="Someone reviewed or deleted this application while you were writing."
        minRows={2}
        maxRows={10}
        readOnly
        value={notes}
      />
      <Group gap="xs" mt="xs">
        <CopyButton value={notes}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" radius="xl" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button size="compact-sm" variant="default" radius="xl" onClick={onDiscard}>
          Discard
        </Button>
      </Group>
    </div>
  );
}
