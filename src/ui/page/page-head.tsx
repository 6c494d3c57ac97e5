import type { ReactNode } from 'react';
import styles from './page-head.module.css';

type PageHeadProps = {
  title: string;
  subtitle?: ReactNode;
  /** Buttons at the end of the line. */
  children?: ReactNode;
};

/** The header of a signed-in screen. */
export function PageHead({ title, subtitle, children }: PageHeadProps) {
  return (
    <header className={styles.head}>
      <div>
        <h1>{title}</h1>
        {subtitle !== undefined && <div className={styles.subtitle}>{subtitle}</div>}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </header>
  );
}
