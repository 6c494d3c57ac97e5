import { useState } from 'react';
import { TextAreaField } from '#src/ui/forms/field.tsx';
import { MailLinkFailure, type MailLinkProps } from '#src/ui/public/mail-link/mail-link-page.tsx';
import { call, client } from '#src/web/client.ts';
import { informationSchema, type ReportStatus } from '../../complaints.schema.ts';
import styles from './report-status-page.module.css';

const send = (token: string, text: string) =>
  call(client.api['report-status'].information.$post({ json: { token, text } }));

type AddInformationProps = Pick<MailLinkProps<ReportStatus>, 'message' | 'isBusy' | 'change'> & {
  question: string | null;
};

/** The open question of the team, or the invitation to add something, with a field for the text. */
export function AddInformation({ question, message, isBusy, change }: AddInformationProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  return (
    <form
      noValidate
      className={styles.question}
      data-asked={question !== null || undefined}
      aria-label={question ? 'Our question' : 'Add information'}
      onSubmit={(event) => {
        event.preventDefault();
        const parsed = informationSchema.shape.text.safeParse(text);
        setError(parsed.error?.issues[0]?.message);
        if (parsed.success) void change((token) => send(token, parsed.data));
      }}
    >
      {question && (
        <p className={styles.text} dir="auto">
          {question}
        </p>
      )}
      <TextAreaField
        label={question ? 'Your answer' : 'Anything to add?'}
        name="text"
        value={text}
        error={error}
        onChange={(event) => setText(event.target.value)}
      />
      <MailLinkFailure message={message && `${message} Your text is still here.`} />
      {/* Not `disabled`, which would lose the focus. */}
      <button type="submit" className="button" aria-disabled={isBusy}>
        {isBusy ? 'Sending...' : question ? 'Send Answer' : 'Add'}
      </button>
    </form>
  );
}
