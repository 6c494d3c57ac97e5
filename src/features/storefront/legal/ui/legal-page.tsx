import type { ReactNode } from 'react';
import { PublicFooter } from '#src/ui/public/public-footer.tsx';
import { PublicHeader } from '#src/ui/public/public-header.tsx';
import styles from './legal-page.module.css';

/** A numbered section of a legal text; other sections link to it by its id. */
export type LegalSection = { id: string; title: string; body: ReactNode };

type LegalPageProps = {
  title: string;
  /** A summary in one or two sentences. */
  subtitle: string;
  /** Date of the draft as YYYY-MM-DD and as text. */
  date: { iso: string; text: string };
  sections: readonly LegalSection[];
};

/** A legal text: state, date, table of contents and numbered sections. */
export function LegalPage({ title, subtitle, date, sections }: LegalPageProps) {
  return (
    <div className={styles.page}>
      <div className="screen-only">
        <PublicHeader />
      </div>
      <main id="main" tabIndex={-1} className={styles.main}>
        <header className={styles.head}>
          <h1>{title}</h1>
          <p className={styles.subtitle}>{subtitle}</p>
          <p className={styles.draft}>
            <strong>Draft for review by counsel</strong>
            <span>
              Version of <time dateTime={date.iso}>{date.text}</time>. Words in{' '}
              <Placeholder>brackets</Placeholder> are for the agency to fill in or to confirm.
            </span>
          </p>
        </header>
        <div className={styles.columns}>
          <Contents sections={sections} />
          <article className={styles.text}>
            {sections.map(({ id, title: heading, body }, index) => (
              <section key={id} id={id} aria-labelledby={`${id}-title`}>
                <h2 id={`${id}-title`}>
                  <span className={styles.number}>{index + 1}.</span> {heading}
                </h2>
                {body}
              </section>
            ))}
          </article>
        </div>
      </main>
      <div className="screen-only">
        <PublicFooter />
      </div>
    </div>
  );
}

const Contents = ({ sections }: { sections: readonly LegalSection[] }) => (
  <nav aria-label="Contents" className={styles.contents}>
    <details open>
      <summary>Contents</summary>
      <ol>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </details>
  </nav>
);

/** A placeholder in brackets that only the agency can fill in. */
export function Placeholder({ children }: { children: ReactNode }) {
  return <mark className={styles.blank}>[{children}]</mark>;
}
