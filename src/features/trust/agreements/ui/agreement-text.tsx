import { paragraphsOf } from '../agreement-text.rules.ts';
import styles from './agreement-text.module.css';

type AgreementTextProps = {
  text: string;
  /** Accessible name of the region, which can be scrolled with the keyboard. */
  label: string;
  /** Shows the whole text instead of scrolling in a box. */
  isWhole?: boolean;
};

/** The text of an agreement with its headings. */
export function AgreementText({ text, label, isWhole = false }: AgreementTextProps) {
  return (
    <div
      className={styles.text}
      data-whole={isWhole || undefined}
      role="region"
      aria-label={label}
      {...(!isWhole && { tabIndex: 0 })}
      dir="auto"
    >
      {paragraphsOf(text).map((paragraph, index) =>
        paragraph.isHeading ? (
          <h3 key={index}>{paragraph.text}</h3>
        ) : (
          <p key={index}>{paragraph.text}</p>
        ),
      )}
    </div>
  );
}
