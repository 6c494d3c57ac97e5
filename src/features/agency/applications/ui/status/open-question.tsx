import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { TextAreaField } from '#src/ui/forms/field.tsx';
import { showErrorOnceRendered } from '#src/ui/forms/show-error.ts';
import { MailLinkFailure, type MailLinkProps } from '#src/ui/public/mail-link/mail-link-page.tsx';
import { answerSchema, type ApplicationStatus } from '../../application-status.schema.ts';
import styles from './application-status-page.module.css';

const send = (token: string, answer: string) =>
  call(client.api['application-status'].answer.$post({ json: { token, answer } }));

type OpenQuestionProps = Pick<MailLinkProps<ApplicationStatus>, 'message' | 'isBusy' | 'change'> & {
  question: string;
};

/** The open question of the staff, with a field for the answer. */
export function OpenQuestion({ question, message, isBusy, change }: OpenQuestionProps) {
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
        if (!parsed.success) return showErrorOnceRendered(event.currentTarget);
        void change((token) => send(token, parsed.data));
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
      <MailLinkFailure message={message && `${message} Your answer is still here.`} />
      {/* Not `disabled`, which would lose the focus. */}
      <button type="submit" className="button" aria-disabled={isBusy}>
        {isBusy ? 'Sending...' : 'Send Answer'}
      </button>
    </form>
  );
}
