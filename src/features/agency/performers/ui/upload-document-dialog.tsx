import { FileInput, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '#src/client/client.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { countryOptions } from '#src/lib/locale/countries.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import {
  DOCUMENT_KINDS,
  DOCUMENT_LABELS,
  documentDetailsSchema,
  MAXIMUM_DOCUMENT_BYTES,
  type DocumentKind,
} from '../verification.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { refreshPerformers } from './performers-queries.ts';

type UploadDocumentDialogProps = { performerId: string; opened: boolean; onClose: () => void };

/** Adds the picture of an ID document or of a face. */
export function UploadDocumentDialog(props: UploadDocumentDialogProps) {
  return (
    <FormDialog
      title="Add a Document"
      size="32rem"
      isFullOnPhones
      opened={props.opened}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={props.onClose}
    >
      {(onCancel) => (
        <UploadDocument
          performerId={props.performerId}
          onAdded={props.onClose}
          onCancel={onCancel}
        />
      )}
    </FormDialog>
  );
}

const KINDS = DOCUMENT_KINDS.map((value) => ({ value, label: DOCUMENT_LABELS[value] }));
const EMPTY = {
  kind: 'passport' as DocumentKind,
  country: '',
  number: '',
  expiresOn: '',
  file: null as File | null,
};
type Values = typeof EMPTY;

function fileError(file: File | null) {
  if (!file) return 'Choose a picture';
  return file.size > MAXIMUM_DOCUMENT_BYTES ? 'The picture can be at most 10 MB' : undefined;
}

function validate({ file, ...details }: Values) {
  const issue = fileError(file);
  return {
    ...fieldErrors<keyof Values>(documentDetailsSchema.safeParse(details)),
    ...(issue && { file: issue }),
  };
}

async function send(performerId: string, { file, ...details }: Values) {
  const form = new FormData();
  for (const [name, value] of Object.entries(documentDetailsSchema.parse(details))) {
    form.set(name, value);
  }
  form.set('file', file!);
  await call(fetch(`/performer-documents/${performerId}`, { method: 'POST', body: form }));
}

type UploadDocumentProps = { performerId: string; onAdded: () => void; onCancel: () => void };

function UploadDocument({ performerId, onAdded, onCancel }: UploadDocumentProps) {
  const queryClient = useQueryClient();
  const draft = useAppForm({
    initial: EMPTY,
    validate,
    async send(values) {
      await send(performerId, values);
      toast.success('Success', { description: 'Document added' });
      onAdded();
      void refreshPerformers(queryClient);
    },
  });
  const { values, errors, change, failure, busy } = draft;
  const field = (name: 'country' | 'number' | 'expiresOn') => ({
    withAsterisk: true,
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [name]: currentTarget.value }),
  });
  return (
    <form {...draft.form} className={dialog.form}>
      <NativeSelect
        label="Document"
        data={KINDS}
        value={values.kind}
        onChange={({ currentTarget }) => change({ kind: currentTarget.value as DocumentKind })}
      />
      {values.kind !== 'face-picture' && (
        <>
          <NativeSelect
            label="Issuing country"
            data={[{ value: '', label: 'Choose a country' }, ...countryOptions()]}
            {...field('country')}
          />
          <TextInput
            label="Number"
            description="Stored encrypted. Lists never show it."
            autoComplete="off"
            {...field('number')}
          />
          <TextInput label="Expires on" type="date" {...field('expiresOn')} />
        </>
      )}
      <FileInput
        label="Picture"
        description={
          values.kind === 'face-picture'
            ? 'The face, with the word of the check on paper beside it. JPEG, PNG or WebP.'
            : 'The whole document, in focus. JPEG, PNG or WebP, at most 10 MB.'
        }
        placeholder="Choose a file"
        withAsterisk
        clearable
        accept="image/jpeg,image/png,image/webp"
        value={values.file}
        error={errors.file}
        onChange={(file) => change({ file })}
      />
      <FormActions submitLabel="Add" failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}
