import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** A list of `Fact`s. */
export function FactList({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

/** A label with its value; `small` in it is a note on a line of its own. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export type TextFact = [label: string, value: string];

/** A list of labels with texts. */
export function Facts({ facts }: { facts: TextFact[] }) {
  return (
    <FactList>
      {facts.map(([label, value]) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
    </FactList>
  );
}
