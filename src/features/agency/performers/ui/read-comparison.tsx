import { formatUtcDate } from '#src/lib/locale/dates.ts';
import type { Performer } from '../performers.schema.ts';
import { isSameLegalName } from '../provider-checks.rules.ts';
import type { Verification } from '../verification.schema.ts';
import styles from './read-comparison.module.css';

type Check = NonNullable<Verification['check']>;
type Read = NonNullable<NonNullable<Check['session']>['read']>;
type ReadComparisonProps = { performer: Performer; read: Read; check: Check };

const UNREAD = 'Not readable';
const day = (date: string | null) => date && formatUtcDate(date);

/** The register beside what a provider read in the document. */
export function ReadComparison({ performer, read, check }: ReadComparisonProps) {
  const { legalGivenNames, legalSurname, dateOfBirth } = performer;
  const rows = [
    {
      label: 'Given names',
      register: legalGivenNames,
      document: read.givenNames,
      isSame: isSameLegalName(read.givenNames, legalGivenNames),
    },
    {
      label: 'Surname',
      register: legalSurname,
      document: read.surname,
      isSame: isSameLegalName(read.surname, legalSurname),
    },
    {
      label: 'Date of birth',
      register: day(dateOfBirth),
      document: day(read.dateOfBirth),
      isSame: read.dateOfBirth === dateOfBirth,
    },
    {
      label: 'Valid until',
      register: '–',
      document: day(check.expiresOn),
      isSame: check.expiresOn !== null,
    },
  ];
  return (
    <table className={styles.comparison}>
      <caption className="visually-hidden">The register and the ID document</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Detail</span>
          </th>
          <th scope="col">Register</th>
          <th scope="col">Document</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, register, document, isSame }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td dir="auto">{register}</td>
            <td dir="auto">
              {isSame ? document : <mark>{document ?? UNREAD}</mark>}
              {!isSame && <span className="visually-hidden"> differs</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
