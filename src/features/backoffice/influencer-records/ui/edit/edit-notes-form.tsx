import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, type KeyboardEvent } from 'react';
import { call } from '#src/client/client.ts';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { NOTE_MAXIMUM_LENGTH, noteTextSchema } from '../../notes.schema.ts';
import { notesOperations, notesQuery, type PersonOfNotes } from './edit-notes-query.ts';
import styles from './edit-notes.module.css';

/** The draft of a note, retained when switching tabs. */
export function useNoteForm(person: PersonOfNotes, onChanged?: () => void) {
  const queryClient = useQueryClient();
  // A retry after a lost response must not add the note twice.
  const sent = useRef({ id: '', text: '' });
  const draft = useAppForm({
    initial: { text: '' },
    isUnsaved: ({ text }) => text.trim() !== '',
    validate({ text }): { text?: string } {
      const message = noteTextSchema.safeParse(text).error?.issues[0]?.message;
      return message ? { text: message } : {};
    },
    revalidates: true,
    async send({ text }) {
      const note = noteTextSchema.parse(text);
      if (sent.current.text !== note) sent.current = { id: crypto.randomUUID(), text: note };
      const json = { id: sent.current.id, note };
      await call(notesOperations(person.kind).$post({ param: { id: person.id }, json }));
      sent.current = { id: '', text: '' };
      draft.reset({ text: '' });
      toast.success('Success', { description: 'Note added successfully' });
      onChanged?.();
      await queryClient.refetchQueries(notesQuery(person));
      draft.form.ref.current?.querySelector('textarea')?.focus();
    },
    onError({ message }) {
      toast.error('Error', { description: 'Failed to add note' });
      return message;
    },
  });
  return draft;
}

export type NoteDraft = ReturnType<typeof useNoteForm>;

/** The form to add a note. */
export function EditNotesForm({ draft }: { draft: NoteDraft }) {
  const { form, errors, failure, busy, change } = draft;
  const { text } = draft.values;

  function sendByKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.onSubmit(event);
  }

  return (
    <form {...form} className={styles.form}>
      <TextArea
        label="New note"
        minRows={3}
        maxRows={16}
        dir="auto"
        placeholder="Add context for your team"
        description={`${formatNumber(text.length)} / ${formatNumber(NOTE_MAXIMUM_LENGTH)}`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={text}
        error={errors.text ?? failure}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onChange={(event) => change({ text: event.currentTarget.value })}
        onKeyDown={sendByKey}
      />
      <Button type="submit" radius="xl" disabled={busy}>
        {busy ? 'Adding...' : 'Add Note'}
      </Button>
    </form>
  );
}
