import { SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import { previewOf, STARTING_TEXTS } from '../agreement-samples.rules.ts';
import { PLACEHOLDERS } from '../agreement-text.rules.ts';
import {
  AGREEMENT_KIND_LABELS,
  AGREEMENT_TEXT_MAXIMUM_LENGTH,
  newDraftSchema,
  type AgreementKind,
  type AgreementVersion,
} from '../agreements.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { AgreementText } from './agreement-text.tsx';
import { agreementVersionQuery, refreshAgreements } from './agreements-queries.ts';
import styles from './agreements.module.css';

/** The draft to edit, or a new one that starts with the text of a version. */
export type OpenDraft = { kind: AgreementKind; draftId: string | null; copiedId: string | null };
type DraftDialogProps = { open: OpenDraft | null; onClose: () => void };

/** Writes the next version of a template. */
export function DraftDialog({ open, onClose }: DraftDialogProps) {
  const shown = useLastDefined(open);
  return (
    <FormDialog
      title={shown ? AGREEMENT_KIND_LABELS[shown.kind] : ''}
      size="52rem"
      isFullOnPhones
      opened={open !== null}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => shown && <LoadedDraft open={shown} onClose={onClose} onCancel={onCancel} />}
    </FormDialog>
  );
}

type FormProps = { open: OpenDraft; onClose: () => void; onCancel: () => void };

function LoadedDraft(props: FormProps) {
  const { kind, draftId, copiedId } = props.open;
  const sourceId = draftId ?? copiedId;
  const { data, error, refetch } = useQuery({
    ...agreementVersionQuery(sourceId ?? ''),
    enabled: sourceId !== null,
  });
  if (sourceId === null) return <DraftForm {...props} draft={null} text={STARTING_TEXTS[kind]} />;
  if (data) return <DraftForm {...props} draft={draftId ? data : null} text={data.text} />;
  return error || data === null ? (
    <InlineError text="Failed to fetch the text" onRetry={() => void refetch()} />
  ) : (
    <Skeleton height="20rem" />
  );
}

const VIEWS = [
  { value: 'text', label: 'Text' },
  { value: 'preview', label: 'Preview' },
];

function DraftForm({
  open: { kind },
  draft,
  text,
  onClose,
  onCancel,
}: FormProps & { draft: AgreementVersion | null; text: string }) {
  const queryClient = useQueryClient();
  const [view, setView] = useState('text');
  const form = useAppForm({
    initial: { text },
    validate: (values) => fieldErrors<'text'>(newDraftSchema.safeParse({ kind, ...values })),
    onInvalid: () => setView('text'),
    async send(values) {
      const versions = client.api['agreement-versions'];
      await call(
        draft
          ? versions[':id'].$patch({
              param: { id: draft.id },
              json: { kind, ...values, version: draft.version },
            })
          : versions.$post({ json: { kind, ...values } }),
      );
      toast.success('Success', { description: 'Draft saved' });
      await refreshAgreements(queryClient);
      onClose();
    },
  });
  const { values, errors, change, failure, busy } = form;
  return (
    <form {...form.form} className={dialog.form}>
      <SegmentedControl
        aria-label="Show"
        radius="xl"
        data={VIEWS}
        value={view}
        onChange={setView}
      />
      {view === 'text' ? (
        <>
          <TextArea
            label="Text"
            description="A line that begins with # is a heading, a blank line begins a paragraph. Let a lawyer check the text before you publish it."
            className={styles.source!}
            minRows={12}
            maxRows={22}
            maxLength={AGREEMENT_TEXT_MAXIMUM_LENGTH}
            value={values.text}
            error={errors.text}
            onChange={({ currentTarget }) => change({ text: currentTarget.value })}
          />
          <dl className={styles.placeholders}>
            {Object.entries(PLACEHOLDERS[kind]).map(([name, meaning]) => (
              <div key={name}>
                <dt>
                  <code>{`{{${name}}}`}</code>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : (
        <AgreementText label="Preview" text={previewOf(kind, values.text)} />
      )}
      <FormActions
        submitLabel="Save Draft"
        failure={failure}
        isBusy={busy}
        isSticky
        onCancel={onCancel}
      />
    </form>
  );
}
