import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { EDIT_LABELS } from '../../edit-influencer.schema.ts';
import styles from './edit-save-bar.module.css';
import type { EditedInfluencer } from './use-edited-influencer.ts';

type SaveBarProps = { edited: EditedInfluencer; onSave: () => void };

const NAMED_FIELDS = 3;

/** Lists the unsaved changes and saves them. */
export function SaveBar({ edited, onSave }: SaveBarProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const { changed, failure, busy, present } = edited;
  if (changed.length === 0 && !busy) return null;
  const names = changed.slice(0, NAMED_FIELDS).map((field) => EDIT_LABELS[field]);
  const more = changed.length - names.length;
  return (
    <div className={styles.bar} role="region" aria-label="Unsaved changes">
      <div className={styles.text}>
        {failure ? (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        ) : (
          <p role="status">
            Not saved: {names.join(', ')}
            {more > 0 && ` and ${more} more`}
          </p>
        )}
      </div>
      <Group gap="xs" wrap="nowrap">
        <Button variant="subtle" color="gray" radius="xl" onClick={() => setIsConfirming(true)}>
          Discard
        </Button>
        <Button
          radius="xl"
          disabled={busy || present !== null}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onClick={onSave}
        >
          {busy ? 'Saving...' : 'Save Changes'}
        </Button>
      </Group>
      <ConfirmDialog
        variant="card"
        title="Discard the changes?"
        text="Your changes since the last save will be lost."
        opened={isConfirming}
        cancelLabel="Keep editing"
        confirmLabel="Discard"
        onCancel={() => setIsConfirming(false)}
        onConfirm={() => {
          edited.discard();
          setIsConfirming(false);
        }}
      />
    </div>
  );
}
