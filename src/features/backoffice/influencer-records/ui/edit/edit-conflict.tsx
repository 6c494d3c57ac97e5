import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { ConflictDialog } from '#src/ui/forms/edit-conflict.tsx';
import {
  EDIT_LABELS,
  type EditField,
  type InfluencerRecord,
} from '../../edit-influencer.schema.ts';
import styles from './edit-conflict.module.css';
import { listDifferences, valuesOf, type EditValues } from './edit-values.ts';
import type { EditedInfluencer } from './use-edited-influencer.ts';

// Saving is blocked until the decision, so the button receives the focus.
const takeFocus = (button: HTMLButtonElement | null) => button?.focus();

/**
 * Shown when someone else saved in the meantime; keeps the input until the conflict is resolved.
 */
export function EditConflict({ edited }: { edited: EditedInfluencer }) {
  const [isOpen, setIsOpen] = useState(true);
  const [shown, setShown] = useState(edited.present);
  if (edited.present && edited.present !== shown) {
    setShown(edited.present);
    setIsOpen(true);
  }
  if (!edited.present) return null;
  return (
    <>
      {!isOpen && (
        <div className={styles.closed} role="alert">
          <p>This influencer has changed since you opened it. What you typed hasn’t been saved.</p>
          <Button
            ref={takeFocus}
            variant="default"
            size="xs"
            radius="xl"
            onClick={() => setIsOpen(true)}
          >
            Compare the versions
          </Button>
        </div>
      )}
      <Decision
        key={edited.present.version}
        edited={edited}
        present={edited.present}
        opened={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}

type DecisionProps = {
  edited: EditedInfluencer;
  present: InfluencerRecord;
  opened: boolean;
  onClose: () => void;
};

function Decision({ edited, present, ...dialog }: DecisionProps) {
  const theirs = valuesOf(present);
  const differences = listDifferences(edited.start, edited.values, theirs);
  const [fieldsFromPresent, setFieldsFromPresent] = useState<ReadonlySet<EditField>>(
    () => new Set(differences.filter(({ wasTyped }) => !wasTyped).map(({ field }) => field)),
  );
  const choose = (field: EditField, isTheirs: boolean) =>
    setFieldsFromPresent((before) => {
      const chosen = new Set(before);
      if (isTheirs) chosen.add(field);
      else chosen.delete(field);
      return chosen;
    });
  return (
    <ConflictDialog
      {...dialog}
      title="This influencer has changed since you opened it"
      text="Someone saved a newer version while you were typing. Choose what to keep; nothing changes until you save."
      size="44rem"
      actions={
        <>
          <Button
            variant="default"
            radius="xl"
            onClick={() => edited.resolveFields(new Set(differences.map(({ field }) => field)))}
          >
            Use the newer version
          </Button>
          <Button radius="xl" onClick={() => edited.resolveFields(fieldsFromPresent)}>
            Continue with selection
          </Button>
        </>
      }
    >
      {differences.length === 0 && <p>It’s the same as yours in every field.</p>}
      <ul className={styles.differences}>
        {differences.map(({ field }) => (
          <li key={field}>
            <Radio.Group
              label={EDIT_LABELS[field]}
              value={fieldsFromPresent.has(field) ? 'theirs' : 'mine'}
              onChange={(choice) => choose(field, choice === 'theirs')}
            >
              <div className={styles.versions}>
                <Version value="theirs" name="Newer version" text={fieldText(theirs, field)} />
                <Version value="mine" name="Yours" text={fieldText(edited.values, field)} />
              </div>
            </Radio.Group>
          </li>
        ))}
      </ul>
    </ConflictDialog>
  );
}

type VersionProps = { value: string; name: string; text: string };

const Version = ({ value, name, text }: VersionProps) => (
  <div className={styles.version}>
    <Radio value={value} label={name} />
    <p dir="auto" className={styles.text}>
      {text}
    </p>
  </div>
);

/** The text of a field's value. */
export function fieldText(values: EditValues, field: EditField): string {
  const value = values[field];
  if (value === '') return '(empty)';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'number' ? formatNumber(value) : value;
}
