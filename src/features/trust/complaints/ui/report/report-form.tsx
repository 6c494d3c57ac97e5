import { useEffect, useRef, useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { BotTrap } from '#src/ui/forms/bot-trap.tsx';
import { Field, SelectField, TextAreaField } from '#src/ui/forms/field.tsx';
import { useForm } from '#src/ui/forms/use-form.ts';
import { sendsMail } from '#src/ui/page/sends-mail.ts';
import { deadlineText, KIND_LABELS } from '../../complaints.rules.ts';
import { COMPLAINT_KINDS, type ComplaintKind } from '../../complaints.schema.ts';
import { ANONYMOUS_KINDS, reportFieldsSchema, reportSchema } from '../../reports.schema.ts';
import { readStatement, SignatureFields, WorkField } from '../statement-fields.tsx';
import styles from './report-form.module.css';

const KINDS = COMPLAINT_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }));

type Sent = { reference: string; token: string; kind: ComplaintKind; email: string };

/** The form for reports; its fields depend on the kind. After sending, the case number and the link. */
export function ReportForm() {
  const [kind, setKind] = useState<ComplaintKind>();
  const [sent, setSent] = useState<Sent>();
  const { form, errors, formError, busy, ready } = useForm({
    schema: reportSchema,
    read: readStatement,
    async send(report) {
      const created = await call(client.api.reports.$post({ json: report }));
      setSent({ ...created, kind: report.kind, email: report.email });
    },
    toFieldErrors: (error) =>
      error instanceof ApiError
        ? Object.fromEntries(
            (error.problem.errors ?? []).map(({ path, message }) => [path, message]),
          )
        : {},
  });
  useEffect(() => {
    const fields = form.ref.current;
    if (!fields) return;
    const about = new URLSearchParams(window.location.search).get('about');
    const address = fields.elements.namedItem('address') as HTMLInputElement;
    if (about) address.value ||= new URL(about, window.location.origin).href;
    // Chosen while the page loaded.
    const chosen = reportFieldsSchema.shape.kind.safeParse(
      (fields.elements.namedItem('kind') as HTMLSelectElement).value,
    );
    if (chosen.success) setKind(chosen.data);
  }, [form.ref]);
  if (sent) return <SentReport {...sent} />;
  const isAnonymous = kind !== undefined && ANONYMOUS_KINDS.includes(kind);
  const optional = isAnonymous ? 'You can leave this empty.' : undefined;
  return (
    <form {...form} aria-label="Report content" className={styles.fields}>
      <SelectField
        label="What is it about?"
        name="kind"
        options={KINDS}
        placeholder="Choose one"
        error={errors.kind}
        onChange={({ currentTarget }) => {
          const chosen = reportFieldsSchema.shape.kind.safeParse(currentTarget.value);
          setKind(chosen.data);
        }}
      />
      <TextAreaField
        label="Where is it?"
        hint="The exact address of the page or post. One per line, if there are several."
        name="address"
        rows={2}
        error={errors.address}
      />
      <TextAreaField
        label={EXPLANATION_LABELS[kind ?? 'other'] ?? 'What’s wrong with it?'}
        hint="Please don’t send us the content itself."
        name="explanation"
        error={errors.explanation}
      />
      <WorkField {...{ kind, errors }} />
      <div className={styles.pair}>
        <Field
          label="Your name"
          name="name"
          autoComplete="name"
          hint={optional}
          error={errors.name}
        />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          hint={optional}
          error={errors.email}
        />
      </div>
      <SignatureFields {...{ kind, errors }} />
      <BotTrap />
      {formError && (
        <p className={styles.formError} role="alert">
          <strong>{formError}</strong> Your report is still here.
        </p>
      )}
      <button type="submit" className="button" disabled={!ready}>
        {busy ? 'Sending...' : 'Send Report'}
      </button>
    </form>
  );
}

const EXPLANATION_LABELS: Partial<Record<ComplaintKind, string>> = {
  minor: 'Why do you think that someone is under 18?',
  non_consensual: 'Where are you in it, and what did you not agree to?',
  withdrawal: 'Where are you in it, and what do you no longer agree to?',
  copyright: 'Which part of the post is your work?',
  impersonation: 'Who is being impersonated?',
};

function SentReport({ reference, token, kind, email }: Sent) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.sent} aria-labelledby="sent-title">
      <h2 id="sent-title" ref={heading} tabIndex={-1}>
        We’ve received your report
      </h2>
      <p>
        Your case number is <strong>{reference}</strong>. We decide within {deadlineText(kind)}.
      </p>
      <p>
        {email && sendsMail()
          ? 'We’ve also sent you a private link to follow it.'
          : 'Keep this private link. It’s the only way to follow your report.'}
      </p>
      <a href={`/report-status#${token}`} className="button">
        View Your Report
      </a>
    </section>
  );
}
