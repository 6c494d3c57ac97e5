import { Button, Textarea } from '@mantine/core';
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { toast } from 'sonner';
import { call, client } from '#src/web/client.ts';
import { NOTE_MAXIMUM_LENGTH, noteTextSchema } from '../../notes.schema.ts';
import styles from './edit-notes.module.css';

/** A note that is being written: it outlives its tab. */
export type NoteDraft = { text: string; change: (text: string) => void };

type EditNotesFormProps = {
  influencerId: string;
  draft: NoteDraft;
  onAdded: () => Promise<unknown>;
};

/** Writes a note down. */
export function EditNotesForm({ influencerId, draft, onAdded }: EditNotesFormProps) {
  const [wasTried, setWasTried] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  // An answer that was lost on its way must not leave the note there twice.
  const sent = useRef({ id: '', text: '' });
  const isSending = useRef(false);
  const checked = noteTextSchema.safeParse(draft.text);
  const problem = wasTried ? checked.error?.issues[0]?.message : undefined;

  async function add(event: FormEvent) {
    event.preventDefault();
    if (isSending.current) return;
    setWasTried(true);
    if (!checked.success) return field.current?.focus();
    const note = checked.data;
    if (sent.current.text !== note) sent.current = { id: crypto.randomUUID(), text: note };
    isSending.current = true;
    setBusy(true);
    setFailure(null);
    try {
      const json = { id: sent.current.id, note };
      await call(client.api.influencers[':id'].notes.$post({ param: { id: influencerId }, json }));
      sent.current = { id: '', text: '' };
      draft.change('');
      setWasTried(false);
      toast.success('Success', { description: 'Note added successfully' });
      await onAdded();
      field.current?.focus();
    } catch (error) {
      setFailure((error as Error).message);
      toast.error('Error', { description: 'Failed to add note' });
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  }

  function sendByKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void add(event);
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void add(event)}>
      <Textarea
        ref={field}
        label="New note"
        autosize
        minRows={3}
        maxRows={16}
        dir="auto"
        placeholder="What should the next who opens this know?"
        description={`${draft.text.length.toLocaleString('en-US')} / ${NOTE_MAXIMUM_LENGTH.toLocaleString('en-US')}`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={draft.text}
        error={problem ?? failure}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onChange={(event) => draft.change(event.currentTarget.value)}
        onKeyDown={sendByKey}
      />
      <Button type="submit" radius="xl" disabled={busy}>
        {busy ? 'Adding...' : 'Add Note'}
      </Button>
    </form>
  );
}
