import type { ReactNode } from 'react';
import { PublicFooter } from '#src/ui/public/public-footer.tsx';
import { PublicHeader } from '#src/ui/public/public-header.tsx';
import styles from './legal-page.module.css';

/** A numbered part of a legal text; other parts link to it by its id. */
export type LegalSection = { id: string; title: string; body: ReactNode };

type LegalPageProps = {
  title: string;
  /** What the text is about, in a sentence or two. */
  lead: string;
  /** Date of the draft as YYYY-MM-DD, and as people write it. */
  date: { iso: string; words: string };
  sections: readonly LegalSection[];
};

/** A legal text: its state and date, its contents, and its numbered parts. */
export function LegalPage({ title, lead, date, sections }: LegalPageProps) {
  return (
    <div className={styles.page}>
      <div className={styles.chrome}>
        <PublicHeader />
      </div>
      <main className={styles.main}>
        <header className={styles.head}>
          <h1>{title}</h1>
          <p className={styles.lead}>{lead}</p>
          <p className={styles.draft}>
            <strong>Draft for review by counsel</strong>
            <span>
              Version of <time dateTime={date.iso}>{date.words}</time>. Words in{' '}
              <Blank>brackets</Blank> are for the agency to fill in or to confirm.
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
      <div className={styles.chrome}>
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

/** What only the agency can fill in or confirm, in brackets. */
export const Blank = ({ children }: { children: ReactNode }) => (
  <mark className={styles.blank}>[{children}]</mark>
);
