import type { ReactNode } from 'react';
import styles from './form-page.module.css';
import { PublicFooter } from './public-footer.tsx';
import { PublicHeader } from './public-header.tsx';

type FormPageProps = {
  title: string;
  lead: ReactNode;
  /** A drawing below the lead. */
  drawing?: ReactNode;
  /** What people should know before they write, each with its title. */
  notes: readonly (readonly [title: string, text: ReactNode])[];
  /** The form. */
  children: ReactNode;
};

/** A public page with a form beside its title and notes. */
export function FormPage({ title, lead, drawing, notes, children }: FormPageProps) {
  return (
    <div className={styles.page}>
      <PublicHeader />
      <main id="main" tabIndex={-1} className={styles.main}>
        <header className={styles.head}>
          <h1>{title}</h1>
          <p className={styles.lead}>{lead}</p>
          {drawing}
        </header>
        <div className={styles.form}>{children}</div>
        <dl className={styles.notes}>
          {notes.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </main>
      <PublicFooter />
    </div>
  );
}
