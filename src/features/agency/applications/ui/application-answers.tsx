import { Fragment, type ReactNode } from 'react';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { APPLICATION_LABELS, type ApplicationField } from '../applications.schema.ts';
import type { ApplicationRecord } from '../review.schema.ts';
import styles from './application-answers.module.css';
import { ApplicationQuestions } from './application-questions.tsx';
import { APPLICATION } from './wizard/application-plan.ts';

const LINK = /(https?:\/\/[^\s<>"]+)/;

/** The text with its web addresses as links; the captured ones have odd indexes. */
function withLinks(text: string): ReactNode {
  return text.split(LINK).map((part, index) =>
    index % 2 === 1 ? (
      <a key={index} href={part} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}

// A count of 0 was left blank or could not be parsed.
const isAnswered = (answer: string | number | null) => answer !== null && answer !== 0;

/** All answers of an applicant, by step of the form. */
export function ApplicationAnswers({ application }: { application: ApplicationRecord }) {
  return (
    <div className={styles.answers}>
      {APPLICATION.steps.map(({ title, schema }) => {
        const fields = Object.keys(schema.shape) as ApplicationField[];
        const answered = fields.filter((field) => isAnswered(application[field]));
        return (
          <section key={title}>
            <h3>{title}</h3>
            {answered.length === 0 && <p className={styles.nothing}>Not provided</p>}
            <dl>
              {answered.map((field) => (
                <Answer
                  key={field}
                  label={APPLICATION_LABELS[field]}
                  answer={application[field]!}
                />
              ))}
            </dl>
          </section>
        );
      })}
      <ApplicationQuestions application={application} />
    </div>
  );
}

const LONG = 60;

function Answer({ label, answer }: { label: string; answer: string | number }) {
  const text = typeof answer === 'number' ? formatNumber(answer) : answer;
  const isLong = text.length > LONG || text.includes('\n');
  return (
    <div data-long={isLong || undefined}>
      <dt>{label}</dt>
      <dd dir="auto">{withLinks(text)}</dd>
    </div>
  );
}
