import type { ReactNode } from 'react';
import styles from './page-head.module.css';

type PageHeadProps = {
  title: string;
  /** A sentence below the title, or a figure that changes (announced when it does). */
  lead?: ReactNode;
  /** What can be done from here, at the end of the line. */
  children?: ReactNode;
};

/** The head of a signed-in screen. */
export const PageHead = ({ title, lead, children }: PageHeadProps) => (
  <header className={styles.head}>
    <div>
      <h1>{title}</h1>
      {lead !== undefined && <div className={styles.lead}>{lead}</div>}
    </div>
    {children}
  </header>
);
