import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { FormActions, FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { Fact, FactList } from '#src/ui/page/facts.tsx';
import { Panel } from '#src/ui/page/panel.tsx';
import { call, client } from '#src/web/client.ts';
import {
  checkSchema,
  DOCUMENT_LABELS,
  type PerformerDocument,
  type Verification,
} from '../verification.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import styles from './documents-panel.module.css';
import { refreshPerformers } from './performers-queries.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { VerificationBadge } from './verification-badge.tsx';

type VerificationPanelProps = { performerId: string; verification: Verification };
type Dialog = 'check' | 'reject' | null;

/** The check of a performer's identity, which two people make. */
export function VerificationPanel({ performerId, verification }: VerificationPanelProps) {
  const { state, check, documents } = verification;
  const queryClient = useQueryClient();
  const [dialogShown, setDialogShown] = useState<Dialog>(null);
  const close = () => setDialogShown(null);
  const param = { id: performerId };
  const operations = client.api.performers[':id'].verification;
  const step = useMutation({
    mutationFn: (next: 'start' | 'confirm') =>
      call(next === 'start' ? operations.$post({ param }) : operations.confirm.$post({ param })),
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => refreshPerformers(queryClient),
  });
  const status = check?.status;
  const isOpen = status === 'started' || status === 'checked';
  return (
    <Panel title="Verification" aside={<VerificationBadge state={state} />}>
      {check && <CheckFacts check={check} />}
      <p className={styles.soft}>{instructionOf(check)}</p>
      <div className={styles.actions}>
        {!isOpen && (
          <Button radius="xl" loading={step.isPending} onClick={() => step.mutate('start')}>
            {check ? 'Verify Again' : 'Start Verification'}
          </Button>
        )}
        {status === 'started' && (
          <Button radius="xl" onClick={() => setDialogShown('check')}>
            Record Check
          </Button>
        )}
        {status === 'checked' && !check?.isOwnCheck && (
          <Button radius="xl" loading={step.isPending} onClick={() => step.mutate('confirm')}>
            Confirm
          </Button>
        )}
        {isOpen && (
          <Button variant="default" radius="xl" onClick={() => setDialogShown('reject')}>
            Reject
          </Button>
        )}
      </div>
      <CheckDialog
        performerId={performerId}
        documents={documents}
        opened={dialogShown === 'check'}
        onClose={close}
      />
      <ReasonDialog
        title="Reject this check"
        submitLabel="Reject"
        opened={dialogShown === 'reject'}
        onSubmit={async (reason) => {
          await call(operations.reject.$post({ param, json: { reason } }));
          close();
          await refreshPerformers(queryClient);
        }}
        onClose={close}
      />
    </Panel>
  );
}

type Check = NonNullable<Verification['check']>;

function instructionOf(check: Check | null): string {
  switch (check?.status) {
    case 'started':
      return `Ask for a picture of their ID document, and one of their face beside a sheet of paper with the words ${check.word}. Add both under Documents, compare them, then record the check.`;
    case 'checked':
      return check.isOwnCheck
        ? 'A colleague has to look at the same documents and confirm your check.'
        : 'Look at both documents. Confirm the check if they show the same person and the word.';
    case 'verified':
      return 'Start another check when the document expires or changes.';
    case 'rejected':
    case undefined:
      return 'Two people compare the ID document with a picture of the face.';
  }
}

function CheckFacts({ check }: { check: Check }) {
  const { word, checkedBy, decidedBy, decidedAt, expiresOn, reason, status } = check;
  return (
    <FactList>
      {status === 'started' && <Fact label="Words">{word}</Fact>}
      {checkedBy && <Fact label="Checked by">{checkedBy}</Fact>}
      {decidedAt && (
        <Fact label={status === 'verified' ? 'Confirmed by' : 'Rejected by'}>
          <bdi>{decidedBy ?? 'Former colleague'}</bdi>
          <small>{formatDate(decidedAt)}</small>
        </Fact>
      )}
      {expiresOn && <Fact label="Document expires">{formatUtcDate(expiresOn)}</Fact>}
      {reason && (
        <Fact label="Reason">
          <span dir="auto">{reason}</span>
        </Fact>
      )}
    </FactList>
  );
}

type CheckDialogProps = {
  performerId: string;
  documents: PerformerDocument[];
  opened: boolean;
  onClose: () => void;
};

function CheckDialog({ opened, onClose, ...props }: CheckDialogProps) {
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
