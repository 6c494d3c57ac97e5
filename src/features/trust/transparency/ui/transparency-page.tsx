import { KIND_LABELS } from '#src/features/trust/complaints/complaints.rules.ts';
import { formatHours } from '#src/features/trust/compliance-report/compliance-report.rules.ts';
import { groundText } from '#src/features/trust/policies/policies.rules.ts';
import { DAY_MS } from '#src/lib/dates.ts';
import { formatUtcRange } from '#src/lib/locale/dates.ts';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { PublicFooter } from '#src/ui/public/public-footer.tsx';
import { PublicHeader } from '#src/ui/public/public-header.tsx';
import type { HalfYear, Transparency } from '../transparency.schema.ts';
import styles from './transparency-page.module.css';

/** The public report about what happened to reports of content. */
export function TransparencyPage({ policies, halfYears }: Transparency) {
  return (
    <div className={styles.page}>
      <PublicHeader />
      <main id="main" tabIndex={-1} className={styles.main}>
        <h1>Transparency report</h1>
        <p className={styles.subtitle}>
          What people reported to us, what we did about it, and how long it took. Everybody can{' '}
          <a href="/report">report content</a> without an account, and both sides can appeal.
        </p>
        <p className={styles.note}>
          Software hides a post that is reported to show someone under 18 until a person has looked
          at it, and refuses uploads that are copies of removed files. Every decision is made by a
          person. Counts from one to four are shown as “fewer than 5”, so that they lead to nobody.
        </p>
        {policies.length > 0 && (
          <section aria-labelledby="rules" className={styles.halfYear}>
            <h2 id="rules">Why we remove or return content</h2>
            <ul className={styles.rules}>
              {policies.map((policy) => (
                <li key={policy.title}>
                  <span dir="auto">{policy.title}</span>
                  <small dir="auto">{groundText(policy)}</small>
                </li>
              ))}
            </ul>
          </section>
        )}
        {halfYears.length === 0 && <p>There’s nothing to report yet.</p>}
        {halfYears.map((halfYear) => (
          <HalfYearReport key={halfYear.name} halfYear={halfYear} />
        ))}
      </main>
      <PublicFooter />
    </div>
  );
}

const countText = (count: number | null) => (count === null ? 'Fewer than 5' : formatNumber(count));

const titleOf = ({ name, isPartial }: HalfYear) => {
  const [year, half] = name.split('-H');
  return `${half === '1' ? 'First' : 'Second'} half of ${year}${isPartial ? ' so far' : ''}`;
};

function HalfYearReport({ halfYear }: { halfYear: HalfYear }) {
  const { name, from, to, notices } = halfYear;
  const figures: [label: string, value: string][] = [
    ['Posts hidden automatically until a decision', countText(halfYear.hiddenAutomatically)],
    ['Appeals received', countText(halfYear.appealsReceived)],
    ['Appeals decided', countText(halfYear.appealsDecided)],
    ['Decisions changed after an appeal', countText(halfYear.decisionsChanged)],
    ['Uploads refused automatically as copies', countText(halfYear.uploadsRefused)],
  ];
  return (
    <section aria-labelledby={name} className={styles.halfYear}>
      <h2 id={name}>{titleOf(halfYear)}</h2>
      <p className={styles.range}>
        {formatUtcRange(from, new Date(Date.parse(to) - DAY_MS))}, in UTC
      </p>
      <table className={styles.table}>
        <caption>Reports by kind</caption>
        <thead>
          <tr>
            <th scope="col">About</th>
            <th scope="col">Received</th>
            <th scope="col">Removed</th>
            <th scope="col">No action</th>
            <th scope="col">Median time</th>
          </tr>
        </thead>
        <tbody>
          {notices.map(({ kind, received, removed, noAction, medianHours }) => (
            <tr key={kind}>
              <th scope="row">{KIND_LABELS[kind]}</th>
              <td data-label="Received">{countText(received)}</td>
              <td data-label="Removed">{countText(removed)}</td>
              <td data-label="No action">{countText(noAction)}</td>
              <td data-label="Median time">{formatHours(medianHours)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={styles.figures}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
