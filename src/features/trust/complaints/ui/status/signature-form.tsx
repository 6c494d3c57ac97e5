import { call, client } from '#src/client/client.ts';
import { useForm } from '#src/ui/forms/use-form.ts';
import { MailLinkFailure, type MailLinkProps } from '#src/ui/public/mail-link/mail-link-page.tsx';
import { signatureFieldsFor, type ReportStatus } from '../../reports.schema.ts';
import { readStatement, SignatureFields, WorkField } from '../statement-fields.tsx';
import styles from './report-status-page.module.css';

type SignatureFormProps = Pick<MailLinkProps<ReportStatus>, 'message' | 'isBusy' | 'change'> &
  Pick<ReportStatus, 'kind'>;

/** Signs a report that came as a message, with what the law requires of its kind. */
export function SignatureForm({ kind, message, isBusy, change }: SignatureFormProps) {
  const { form, errors } = useForm({
    schema: signatureFieldsFor(kind),
    read: readStatement,
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
      <WorkField {...{ kind, errors }} />
      <SignatureFields {...{ kind, errors }} />
      <MailLinkFailure message={message && `${message} What you entered is still here.`} />
      {/* Not `disabled`, which would lose the focus. */}
      <button type="submit" className="button" aria-disabled={isBusy}>
        {isBusy ? 'Sending...' : 'Sign'}
      </button>
    </form>
  );
}
