import { Alert, Button, Group } from '@mantine/core';
import { GitCompareArrows } from 'lucide-react';
import { useState } from 'react';
import type { StudioPost } from '../posts.schema.ts';
import styles from './edit-post-conflict.module.css';
import { studioStateOf } from './studio-state.ts';

type EditPostConflictProps = {
  present: StudioPost;
  onSettle: (take: 'present' | 'mine') => void;
};

/** Told when the post was changed since it was opened; what was typed stays in the form. */
export function EditPostConflict({ present, onSettle }: EditPostConflictProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Alert
      className={styles.conflict}
      variant="outline"
      color="gold"
      icon={<GitCompareArrows size={18} />}
      title="This post was changed meanwhile"
      role="alert"
    >
      <p>Your version is still in the form below, and is not saved.</p>
      {isOpen && (
        <section className={styles.present} aria-label="The present version">
          <p className={styles.caption}>{present.caption}</p>
          <p className={styles.facts}>
            {present.category} · {studioStateOf(present).text}
          </p>
        </section>
      )}
      <Group gap="xs" mt="sm">
        {!isOpen && (
          <Button variant="default" size="xs" radius="xl" onClick={() => setIsOpen(true)}>
            See the present version
          </Button>
        )}
        <Button variant="default" size="xs" radius="xl" onClick={() => onSettle('present')}>
          Use the present version
        </Button>
        <Button variant="default" size="xs" radius="xl" onClick={() => onSettle('mine')}>
          Go on with mine
        </Button>
      </Group>
    </Alert>
  );
}
