import { useState } from 'react';
import { call } from '#src/client/client.ts';
import {
  DOCUMENT_KINDS,
  DOCUMENT_LABELS,
  documentDetailsSchema,
  MAXIMUM_DOCUMENT_BYTES,
} from '#src/features/agency/performers/verification.schema.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { countryOptions } from '#src/lib/locale/countries.ts';
import { Field, SelectField } from '#src/ui/forms/field.tsx';
import { showErrorOnceRendered } from '#src/ui/forms/show-error.ts';
import { MailLinkFailure, MailLinkText } from '#src/ui/public/mail-link/mail-link-page.tsx';
import styles from './own-release-page.module.css';

const ID_KINDS = DOCUMENT_KINDS.filter((kind) => kind !== 'face-picture').map((value) => ({
  value,
  label: DOCUMENT_LABELS[value],
}));
const EMPTY = { kind: 'passport', country: '', number: '', expiresOn: '' };
type Errors = Partial<Record<keyof typeof EMPTY | 'file', string>>;

function fileError(file: File | null) {
  if (!file) return 'Choose a picture';
  return file.size > MAXIMUM_DOCUMENT_BYTES ? 'The picture can be at most 10 MB' : undefined;
}

type UploadDocumentFormProps = {
  part: 'id-document' | 'face-picture';
  /** What the person writes on paper for the face picture. */
  word: string | null;
  dateOfBirth: string;
  message: string | undefined;
  isBusy: boolean;
  send: (upload: (token: string) => Promise<unknown>) => Promise<void>;
};

/** Adds the picture of an ID document, or of the face. */
export function UploadDocumentForm(props: UploadDocumentFormProps) {
  const { part, word, dateOfBirth, message, isBusy, send } = props;
  const isFace = part === 'face-picture';
  const [values, setValues] = useState(EMPTY);
  const [file, setFile] = useState<File | null>(null);
  const [errors, setErrors] = useState<Errors>({});
  function submit() {
    const details = documentDetailsSchema.safeParse(isFace ? { kind: part } : values);
    const issue = fileError(file);
    const found: Errors = {
      ...fieldErrors<keyof typeof EMPTY>(details),
      ...(issue && { file: issue }),
    };
    setErrors(found);
    if (Object.keys(found).length > 0 || !details.success) return;
    void send((token) => {
      const form = new FormData();
      const fields = { ...details.data, token, dateOfBirth };
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('file', file!);
      return call(fetch('/release-documents', { method: 'POST', body: form }));
    });
  }
  const field = (name: keyof typeof EMPTY) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setValues({ ...values, [name]: target.value }),
  });
  return (
    <MailLinkText title={isFace ? 'Your face picture' : 'Your ID document'} isChanged>
      <p>
        {isFace
          ? 'Write these words on paper, hold it beside your face, and take a picture:'
          : 'It proves that you are an adult. The picture is stored encrypted, and only our team can open it to check it.'}
      </p>
      {isFace && <p className={styles.word}>{word}</p>}
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
          showErrorOnceRendered(event.currentTarget);
        }}
      >
        {!isFace && (
          <>
            <SelectField
              label="Document"
              placeholder="Choose your document"
              options={ID_KINDS}
              {...field('kind')}
            />
            <SelectField
              label="Issuing country"
              placeholder="Choose a country"
              options={countryOptions()}
              {...field('country')}
            />
            <Field label="Number of the document" autoComplete="off" {...field('number')} />
            <Field
              type="date"
              label="Valid until"
              hint="The last day on which it is valid."
              {...field('expiresOn')}
            />
          </>
        )}
        <Field
          type="file"
          label="Picture"
          hint={
            isFace
              ? 'Face and paper in focus. JPEG, PNG or WebP, at most 10 MB.'
              : 'The whole document, in focus. JPEG, PNG or WebP, at most 10 MB.'
          }
          accept="image/jpeg,image/png,image/webp"
          error={errors.file}
          onChange={(event) => setFile(event.target.files?.[0] ?? null)}
        />
        <MailLinkFailure message={message} />
        <button type="submit" className="button" aria-disabled={isBusy}>
          {isBusy ? 'Uploading...' : 'Continue'}
        </button>
      </form>
    </MailLinkText>
  );
}
