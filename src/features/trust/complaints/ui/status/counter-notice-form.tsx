import { Confirmation } from '#src/ui/forms/confirmation.tsx';
import { Field, TextAreaField } from '#src/ui/forms/field.tsx';
import { useForm } from '#src/ui/forms/use-form.ts';
import { MailLinkFailure, type MailLinkProps } from '#src/ui/public/mail-link/mail-link-page.tsx';
import { counterNoticeSchema, type CounterNotice } from '../../complaints.schema.ts';
import { appealSchema, type ReportStatus } from '../../reports.schema.ts';
import styles from './report-status-page.module.css';

const schema = counterNoticeSchema.extend({ text: appealSchema.shape.text });

const readFields = (data: FormData) => ({
  ...Object.fromEntries(data),
  underPenalty: data.has('underPenalty'),
  jurisdiction: data.has('jurisdiction'),
});

type CounterNoticeFormProps = Pick<MailLinkProps<ReportStatus>, 'message' | 'isBusy' | 'change'> & {
  send: (token: string, text: string, counterNotice: CounterNotice) => Promise<ReportStatus>;
};

/** The appeal against a removal for copyright, with everything that the law requires. */
export function CounterNoticeForm({ message, isBusy, change, send }: CounterNoticeFormProps) {
  const { form, errors } = useForm({
    schema,
    read: readFields,
    send: ({ text, ...counterNotice }) => change((token) => send(token, text, counterNotice)),
    toFieldErrors: () => ({}),
  });
  return (
    <form {...form} className={styles.question} aria-label="Counter-notice">
      <p className={styles.text}>
        If the post was removed by mistake, you can send a counter-notice. We forward it to whoever
        reported the post, with your name and address, as US law requires. We restore the post after
        10 to 14 business days, unless they go to court.
      </p>
      <TextAreaField
        label="Why was it a mistake?"
        hint="Say what was removed and why you may publish it."
        name="text"
        error={errors.text}
      />
      <TextAreaField
        label="Postal address"
        name="postalAddress"
        rows={2}
        autoComplete="street-address"
        error={errors.postalAddress}
      />
      <Field label="Telephone" name="phone" type="tel" autoComplete="tel" error={errors.phone} />
      <Field
        label="Signature"
        hint="Your full name, which counts as your signature."
        name="name"
        autoComplete="name"
        error={errors.name}
      />
      <Confirmation
        name="underPenalty"
        error={errors.underPenalty}
        text="Under penalty of perjury: I believe in good faith that the post was removed by mistake or was mistaken for something else."
      />
      <Confirmation
        name="jurisdiction"
        error={errors.jurisdiction}
        text="I accept the jurisdiction of the US federal court for my address, or for the agency’s address if I live outside the United States, and accept legal papers from whoever reported the post."
      />
      <MailLinkFailure message={message && `${message} What you entered is still here.`} />
      {/* Not `disabled`, which would lose the focus. */}
      <button type="submit" className="button" aria-disabled={isBusy}>
        {isBusy ? 'Sending...' : 'Send Counter-Notice'}
      </button>
    </form>
  );
}
