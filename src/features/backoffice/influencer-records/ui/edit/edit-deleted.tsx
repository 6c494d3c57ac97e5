import { Button, CopyButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EDIT_LABELS } from '../../edit-influencer.schema.ts';
import { fieldText } from './edit-conflict.tsx';
import styles from './edit-deleted.module.css';
import type { EditedInfluencer } from './use-edited-influencer.ts';

type EditDeletedProps = { edited: EditedInfluencer; note: string };

/** Shown when the influencer was deleted in the meantime; lets the user copy the input. */
export function EditDeleted({ edited, note }: EditDeletedProps) {
  const typed = edited.changed.map((field) => [
    EDIT_LABELS[field],
    fieldText(edited.values, field),
  ]);
  if (note.trim()) typed.push(['New note', note]);
  const text = typed.map(([label, value]) => `${label}\n${value}`).join('\n\n');
  return (
    <section className={styles.gone}>
      <h1>This influencer no longer exists</h1>
      <p role="alert">
        It was deleted, or you no longer have access to it. Your changes can’t be saved.
      </p>
      {typed.length > 0 && (
        <>
          <h2>What you typed</h2>
          <dl>
            {typed.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
          </dl>
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button radius="xl" onClick={copy}>
                {copied ? 'Copied' : 'Copy all of it'}
              </Button>
            )}
          </CopyButton>
        </>
      )}
      <Link to="/influencers">Back to Influencers</Link>
    </section>
  );
}
