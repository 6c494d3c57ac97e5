import { Confirmation } from '#src/ui/forms/confirmation.tsx';
import { Field, TextAreaField } from '#src/ui/forms/field.tsx';
import { useForm } from '#src/ui/forms/use-form.ts';
import { MailLinkFailure, type MailLinkProps } from '#src/ui/public/mail-link/mail-link-page.tsx';
import { call, client } from '#src/web/client.ts';
import {
  missingInSignature,
  signatureFieldsSchema,
  type ReportStatus,
} from '../../reports.schema.ts';
import styles from './report-status-page.module.css';

const readFields = (data: FormData) => ({
  ...Object.fromEntries(data),
  goodFaith: data.has('goodFaith'),
  underPenalty: data.has('underPenalty'),
});

type SignatureFormProps = Pick<MailLinkProps<ReportStatus>, 'message' | 'isBusy' | 'change'> &
  Pick<ReportStatus, 'kind'>;

/** Signs a report that came as a message, with what the law requires of its kind. */
export function SignatureForm({ kind, message, isBusy, change }: SignatureFormProps) {
  const isCopyright = kind === 'copyright';
  const { form, errors } = useForm({
    schema: signatureFieldsSchema.superRefine((fields, context) => {
      for (const { path, message: text } of missingInSignature(kind, fields)) {
        context.addIssue({ code: 'custom', path: [path], message: text });
      }
    }),
    read: readFields,
    send: (fields) =>
      change((token) =>
        call(client.api['report-status'].signature.$post({ json: { ...fields, token } })),
      ),
    toFieldErrors: () => ({}),
  });
  return (
    <form {...form} className={`${styles.question} ${styles.signature}`} aria-label="Signature">
      <h2>Please sign your report</h2>
      <p className={styles.text}>
        It reached us as a message. For this kind of report, the law requires your signature.
      </p>
      {isCopyright && (
        <TextAreaField
          label="Which work is yours?"
          hint="Describe it, or where it can be seen."
          name="work"
          rows={2}
          error={errors.work}
        />
      )}
      <Field
        label="Signature"
        hint="Your full name, which counts as your signature."
        name="signature"
        autoComplete="name"
        error={errors.signature}
      />
      {isCopyright && (
        <Confirmation
          name="underPenalty"
          error={errors.underPenalty}
          text="Under penalty of perjury: what I say is accurate, and I own the right or may act for its owner."
        />
      )}
      <Confirmation
        name="goodFaith"
        error={errors.goodFaith}
        text="I believe in good faith that what I say here is accurate and complete."
      />
      <MailLinkFailure message={message && `${message} What you entered is still here.`} />
      {/* Not `disabled`, which would lose the focus. */}
      <button type="submit" className="button" aria-disabled={isBusy}>
        {isBusy ? 'Sending...' : 'Sign'}
      </button>
    </form>
  );
}
