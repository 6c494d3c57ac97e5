import { NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { FormActions, FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { checkSchema, DOCUMENT_LABELS, type PerformerDocument } from '../verification.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { refreshPerformers } from './performers-queries.ts';

type CheckDialogProps = {
  performerId: string;
  documents: PerformerDocument[];
  opened: boolean;
  onClose: () => void;
};

/** Records that somebody compared document, face and word. */
export function CheckDialog({ opened, onClose, ...props }: CheckDialogProps) {
  return (
    <FormDialog title="Record the Check" size="30rem" opened={opened} onClose={onClose}>
      {(onCancel) => <CheckForm {...props} onRecorded={onClose} onCancel={onCancel} />}
    </FormDialog>
  );
}

type CheckFormProps = Omit<CheckDialogProps, 'opened' | 'onClose'> & {
  onRecorded: () => void;
  onCancel: () => void;
};

function CheckForm({ performerId, documents, onRecorded, onCancel }: CheckFormProps) {
  const queryClient = useQueryClient();
  const faces = documents.filter(({ kind }) => kind === 'face-picture');
  const papers = documents.filter(({ kind }) => kind !== 'face-picture');
  const draft = useAppForm({
    initial: { documentId: papers[0]?.id ?? '', facePictureId: faces[0]?.id ?? '' },
    validate: (values) =>
      fieldErrors<'documentId' | 'facePictureId'>(checkSchema.safeParse(values)),
    async send(json) {
      const { check } = client.api.performers[':id'].verification;
      await call(check.$post({ param: { id: performerId }, json }));
      onRecorded();
      void refreshPerformers(queryClient);
    },
  });
  const { values, errors, change, failure, busy } = draft;
  return (
    <form {...draft.form} className={dialog.form}>
      <p>
        You confirm that the document is genuine and valid, that both pictures show the same person,
        and that the picture of the face shows the words of this check.
      </p>
      <NativeSelect
        label="ID document"
        data={optionsOf(papers)}
        value={values.documentId}
        error={errors.documentId}
        onChange={({ currentTarget }) => change({ documentId: currentTarget.value })}
      />
      <NativeSelect
        label="Face picture"
        data={optionsOf(faces)}
        value={values.facePictureId}
        error={errors.facePictureId}
        onChange={({ currentTarget }) => change({ facePictureId: currentTarget.value })}
      />
      <FormActions submitLabel="Record Check" failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}

const optionsOf = (documents: PerformerDocument[]) => [
  { value: '', label: 'Choose a document' },
  ...documents.map(({ id, kind, createdAt }) => ({
    value: id,
    label: `${DOCUMENT_LABELS[kind]}, added ${formatDate(createdAt)}`,
  })),
];
