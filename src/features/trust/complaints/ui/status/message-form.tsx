import { useState, type ReactNode } from 'react';
import type { z } from 'zod';
import { TextAreaField } from '#src/ui/forms/field.tsx';
import { showErrorOnceRendered } from '#src/ui/forms/show-error.ts';
import { MailLinkFailure, type MailLinkProps } from '#src/ui/public/mail-link/mail-link-page.tsx';
import type { ReportStatus } from '../../reports.schema.ts';
import styles from './report-status-page.module.css';

type MessageFormProps = Pick<MailLinkProps<ReportStatus>, 'message' | 'isBusy' | 'change'> & {
  /** The name of the form. */
  label: string;
  field: string;
  submitLabel: string;
  /** Whether the team waits for the message. */
  isHighlighted?: boolean;
  schema: z.ZodType<string>;
  send: (token: string, text: string) => Promise<ReportStatus>;
  /** What the message is about. */
  children: ReactNode;
};

/** A message to the team about a complaint: information, an answer or an appeal. */
export function MessageForm({
  message,
  isBusy,
  change,
  label,
  field,
  submitLabel,
  isHighlighted = false,
  schema,
  send,
  children,
}: MessageFormProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  return (
    <form
      noValidate
      className={styles.question}
      data-asked={isHighlighted || undefined}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        const parsed = schema.safeParse(text);
        setError(parsed.error?.issues[0]?.message);
        if (!parsed.success) return showErrorOnceRendered(event.currentTarget);
        void change((token) => send(token, parsed.data));
      }}
    >
      {children && (
        <p className={styles.text} dir="auto">
          {children}
        </p>
      )}
      <TextAreaField
        label={field}
        name="text"
        value={text}
        error={error}
        onChange={(event) => setText(event.target.value)}
      />
      <MailLinkFailure message={message && `${message} Your text is still here.`} />
      {/* Not `disabled`, which would lose the focus. */}
      <button type="submit" className="button" aria-disabled={isBusy}>
        {isBusy ? 'Sending...' : submitLabel}
      </button>
    </form>
  );
}
