import { Alert, Button, Group } from '@mantine/core';
import { GitCompareArrows } from 'lucide-react';
import { useState } from 'react';
import styles from './user-dialog.module.css';

export type Fact = [label: string, value: string];

type ChangedMeanwhileProps = {
  /** What was changed, as in "This user". */
  what: string;
  /** The present version. */
  facts: Fact[];
  onSettle: (take: 'present' | 'mine') => void;
};

/** Told when someone else saved first; what was typed stays in the form. */
export function ChangedMeanwhile({ what, facts, onSettle }: ChangedMeanwhileProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Alert
      className={styles.conflict!}
      variant="outline"
      color="gold"
      icon={<GitCompareArrows size={18} />}
      title={`${what} was changed meanwhile`}
      role="alert"
    >
      <p>Your version is still in the form below, and is not saved.</p>
      {isOpen && (
        <section className={styles.present} aria-label="The present version">
          <Facts facts={facts} />
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

/** What there is to know, line by line. */
export const Facts = ({ facts }: { facts: Fact[] }) => (
  <dl className={styles.facts}>
    {facts.map(([label, value]) => (
      <div key={label} className={styles.fact}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
