import { formatNumber } from '#src/lib/locale/numbers.ts';
import { APPLICATION_LABELS, applicationSchema } from '../applications.schema.ts';
import styles from './application-review.module.css';
import { APPLICATION, type ApplicationDraft } from './wizard/application-plan.ts';

type Answer = string | number | null | undefined;

// Counts are shown as parsed, everything else as typed.
function listAnswers(draft: ApplicationDraft): Record<string, Answer> {
  const { data } = applicationSchema.safeParse(draft);
  return data ?? draft;
}

const shown = (answer: Answer): string =>
  typeof answer === 'number' ? formatNumber(answer) : answer?.trim() || '–';

/** All answers, to review before submitting. */
export function ApplicationReview({ draft }: { draft: ApplicationDraft }) {
  const answers = listAnswers(draft);
  return (
    <details className={styles.review}>
      <summary>Review your answers</summary>
      {APPLICATION.steps.map(({ title, schema }) => (
        <section key={title}>
          <h2>{title}</h2>
          <dl>
            {Object.keys(schema.shape).map((field) => (
              <div key={field}>
                <dt>{APPLICATION_LABELS[field as keyof ApplicationDraft]}</dt>
                <dd dir="auto">{shown(answers[field])}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </details>
  );
}
