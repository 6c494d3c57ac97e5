import { Confirmation } from '#src/ui/forms/confirmation.tsx';
import { Field, TextAreaField } from '#src/ui/forms/field.tsx';
import type { ComplaintKind } from '../complaints.schema.ts';
import { SIGNED_KINDS, type ReportFields } from '../reports.schema.ts';

type StatementFieldsProps = {
  kind: ComplaintKind | undefined;
  errors: Partial<Record<keyof ReportFields, string>>;
};

/** The copyrighted work, for the kind that needs one. */
export function WorkField({ kind, errors }: StatementFieldsProps) {
  if (kind !== 'copyright') return null;
  return (
    <TextAreaField
      label="Which work is yours?"
      hint="Describe it, or where it can be seen."
      name="work"
      rows={2}
      error={errors.work}
    />
  );
}

/** The signature and the statements that the law requires for a kind. */
export function SignatureFields({ kind, errors }: StatementFieldsProps) {
  return (
    <>
      {kind && SIGNED_KINDS.includes(kind) && (
        <Field
          label="Signature"
          hint="Your full name, which counts as your signature."
          name="signature"
          autoComplete="name"
          error={errors.signature}
        />
      )}
      {kind === 'copyright' && (
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
    </>
  );
}

/** The fields of a form with statements. */
export function readStatement(data: FormData) {
  return {
    ...Object.fromEntries(data),
    goodFaith: data.has('goodFaith'),
    underPenalty: data.has('underPenalty'),
  };
}
