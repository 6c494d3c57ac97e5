import { useState } from 'react';
import { TextAreaField } from '#src/ui/forms/field.tsx';
import { answerSchema } from '../../application-status.schema.ts';
import styles from './application-status-page.module.css';

type OpenQuestionProps = {
  question: string;
  failure: string | null;
  isBusy: boolean;
  sendAnswer: (answer: string) => Promise<void>;
};

/** The open question of the staff, with a field for the answer. */
export function OpenQuestion({ question, failure, isBusy, sendAnswer }: OpenQuestionProps) {
  const [answer, setAnswer] = useState('');
  const [error, setError] = useState<string>();
  return (
    <form
      noValidate
      className={styles.question}
      aria-label="Our question"
      onSubmit={(event) => {
        event.preventDefault();
        const parsed = answerSchema.shape.answer.safeParse(answer);
        setError(parsed.error?.issues[0]?.message);
        if (parsed.success) void sendAnswer(parsed.data);
      }}
    >
      <p dir="auto">{question}</p>
      <TextAreaField
        label="Your answer"
        name="answer"
        required
        value={answer}
        error={error}
        onChange={(event) => setAnswer(event.target.value)}
      />
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure} Your answer is still here.
        </p>
      )}
      {/* Not `disabled`, which would lose the focus. */}
      <button type="submit" className="button" aria-disabled={isBusy}>
        {isBusy ? 'Sending...' : 'Send Answer'}
      </button>
    </form>
  );
}
