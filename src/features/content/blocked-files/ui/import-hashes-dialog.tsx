import { FileInput, Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import {
  IMPORT_LIMIT,
  type HashKind,
  type HashListDetails,
  type ImportResult,
} from '../blocked-files.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { refreshBlockedFiles } from './blocked-files-queries.ts';

type ImportHashesDialogProps = { opened: boolean; onClose: () => void };

/** Blocks the hashes of a list. */
export function ImportHashesDialog({ opened, onClose }: ImportHashesDialogProps) {
  return (
    <FormDialog
      title="Import a List of Hashes"
      size="38rem"
      opened={opened}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => <ImportForm onClose={onClose} onCancel={onCancel} />}
    </FormDialog>
  );
}

const KINDS: { value: HashKind; label: string }[] = [
  { value: 'pdq', label: 'PDQ: pictures that look alike' },
  { value: 'sha256', label: 'SHA-256: the same bytes' },
];

type Problems = ImportResult['problems'];

/** Sends a file, which is read while it arrives. */
function sendFile(body: File, { name, kind }: HashListDetails): Promise<ImportResult> {
  const query = new URLSearchParams({ name, kind });
  return call<ImportResult>(fetch(`/blocked-hashes?${query}`, { method: 'POST', body }));
}

function ImportForm({ onClose, onCancel }: { onClose: () => void; onCancel: () => void }) {
  const queryClient = useQueryClient();
  const [problems, setProblems] = useState<Problems>([]);
  const draft = useAppForm({
    initial: { name: '', kind: 'pdq' as HashKind, file: null as File | null, text: '' },
    validate: ({ name, text, file }) => ({
      ...(!name.trim() && { name: 'Please enter a name' }),
      ...(!file && !text.trim() && { text: 'Choose a file, or paste the hashes' }),
    }),
    async send({ file, ...json }) {
      const result = file
        ? await sendFile(file, json)
        : await call(client.api['blocked-files'].import.$post({ json }));
      setProblems(result.problems);
      if (result.problems.length > 0) return;
      const known = result.known > 0 ? `, ${formatNumber(result.known)} were known` : '';
      toast.success('Success', { description: `${formatNumber(result.added)} added${known}` });
      onClose();
      void refreshBlockedFiles(queryClient);
    },
  });
  return (
    <form {...draft.form} className={dialog.form}>
      <TextInput
        label="Name of the list"
        withAsterisk
        data-autofocus
        maxLength={100}
        value={draft.values.name}
        error={draft.errors.name}
        onChange={({ currentTarget }) => draft.change({ name: currentTarget.value })}
      />
      <Select
        label="Kind"
        allowDeselect={false}
        data={KINDS}
        value={draft.values.kind}
        onChange={(kind) => draft.change({ kind: kind as HashKind })}
      />
      <FileInput
        label="File"
        description={`64 hexadecimal digits in each line, at most ${formatNumber(IMPORT_LIMIT)} lines. Notes may follow behind a comma.`}
        placeholder="Choose a file"
        accept=".txt,.csv,text/plain,text/csv"
        clearable
        value={draft.values.file}
        onChange={(file) => {
          draft.change({ file });
          setProblems([]);
        }}
      />
      <TextArea
        label="Or paste the hashes"
        disabled={draft.values.file !== null}
        minRows={5}
        maxRows={12}
        value={draft.values.text}
        error={draft.errors.text}
        onChange={({ currentTarget }) => {
          draft.change({ text: currentTarget.value });
          setProblems([]);
        }}
      />
      {problems.length > 0 && (
        <div role="alert">
          <p>Nothing was imported. These lines aren’t hashes:</p>
          <ul>
            {problems.map(({ line, text }) => (
              <li key={line}>
                Line {line}: <code>{text}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
      <FormActions
        submitLabel="Import"
        failure={draft.failure}
        isBusy={draft.busy}
        onCancel={onCancel}
      />
    </form>
  );
}
