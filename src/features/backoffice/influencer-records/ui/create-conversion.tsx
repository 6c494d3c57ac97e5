import { FileUser } from 'lucide-react';
import type { ConvertedApplication } from '#src/features/agency/applications/review.schema.ts';
import { listUnmappedAnswers } from '../conversion.rules.ts';
import styles from './create-influencer.module.css';

/** Shows whose application is converted, and the answers that have no field here. */
export function ConversionNotice({ application }: { application: ConvertedApplication }) {
  return (
    <aside className={styles.conversion} aria-label="From the application">
      <FileUser size={20} aria-hidden="true" />
      <div>
        <p>
          From the application of <strong dir="auto">{application.fullName}</strong>. Saved as a
          note (no matching field):
        </p>
        <dl>
          {listUnmappedAnswers(application).map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </aside>
  );
}

/** Shown when this tab has no application to convert. */
export function ConversionMissing() {
  return (
    <aside className={styles.conversion} role="status">
      <FileUser size={20} aria-hidden="true" />
      <p>
        There’s no application to convert in this tab. Choose Convert on an accepted application, or
        fill in the form yourself.
      </p>
    </aside>
  );
}
