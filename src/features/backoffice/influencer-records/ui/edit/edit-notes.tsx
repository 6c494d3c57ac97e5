import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { call } from '#src/client/client.ts';
import { formatCount } from '#src/lib/locale/counts.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useLoadMore } from '#src/ui/list-view/use-load-more.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import type { Note } from '../../notes.schema.ts';
import { EditNotesForm, type NoteDraft } from './edit-notes-form.tsx';
import { notesOperations, notesQuery, type PersonOfNotes } from './edit-notes-query.ts';
import styles from './edit-notes.module.css';

const FAILURE = 'Failed to fetch the notes.';

type EditNotesProps = { person: PersonOfNotes; draft: NoteDraft; onChanged?: () => void };

/** The back office's notes about a person, newest first. */
export function EditNotes({ person, draft, onChanged }: EditNotesProps) {
  const notes = useInfiniteQuery(notesQuery(person));
  const mark = useLoadMore<HTMLDivElement>(notes);
  const heading = useRef<HTMLHeadingElement>(null);
  const [deleting, setDeleting] = useState<Note | null>(null);
  const [isDeleting, setIsDeleting] = useState(false);
  const rows = notes.data?.pages.flatMap((page) => page.rows);
  const total = notes.data?.pages[0]?.total ?? 0;

  async function deleteNote() {
    if (isDeleting) return;
    setIsDeleting(true);
    try {
      const param = { id: person.id, noteId: deleting!.id };
      await call(notesOperations(person.kind)[':noteId'].$delete({ param }));
      onChanged?.();
      toast.success('Success', { description: 'Note deleted successfully' });
    } catch {
      toast.error('Error', { description: 'Failed to delete note' });
    } finally {
      await notes.refetch();
      setIsDeleting(false);
      setDeleting(null);
      heading.current?.focus();
    }
  }

  return (
    <div className={styles.notes}>
      <EditNotesForm draft={draft} />
      <section aria-labelledby="notes-heading">
        <h2 id="notes-heading" ref={heading} tabIndex={-1} className={styles.heading}>
          Notes {total > 0 && <span className={styles.count}>{formatCount(total)}</span>}
        </h2>
        {rows ? (
          <NoteList notes={rows} onDelete={setDeleting} />
        ) : notes.isError ? (
          <InlineError text={FAILURE} onRetry={() => void notes.refetch()} />
        ) : (
          <Waiting />
        )}
        <div ref={mark} />
        {notes.isFetchNextPageError && (
          <InlineError text={FAILURE} onRetry={() => void notes.fetchNextPage()} />
        )}
      </section>
      <ConfirmDialog
        variant="card"
        title="Delete this note?"
        text="This removes it for everyone. This action cannot be undone."
        opened={deleting !== null}
        cancelLabel="Cancel"
        confirmLabel="Delete"
        isBusy={isDeleting}
        onCancel={() => setDeleting(null)}
        onConfirm={() => void deleteNote()}
      />
    </div>
  );
}

type NoteListProps = { notes: Note[]; onDelete: (note: Note) => void };

function NoteList({ notes, onDelete }: NoteListProps) {
  if (notes.length === 0) {
    return <p className={styles.empty}>No notes yet. Notes are internal only.</p>;
  }
  return (
    <ol className={styles.list}>
      {notes.map((note) => {
        const author = note.author ?? 'Unknown';
        const at = formatTime(note.createdAt);
        return (
          <li key={note.id}>
            <div className={styles.head}>
              <p>
                <strong dir="auto">{author}</strong> <time dateTime={note.createdAt}>{at}</time>
              </p>
              <Button
                variant="subtle"
                color="red"
                size="compact-sm"
                leftSection={<Trash2 size={14} aria-hidden="true" />}
                aria-label={`Delete the note by ${author}, ${at}`}
                onClick={() => onDelete(note)}
              >
                Delete
              </Button>
            </div>
            <p className={styles.text} dir="auto">
              {note.note}
            </p>
          </li>
        );
      })}
    </ol>
  );
}

const Waiting = () => (
  <div role="status" aria-label="Loading notes" className={styles.waiting}>
    {[0, 1, 2].map((key) => (
      <Skeleton key={key} height="5rem" />
    ))}
  </div>
);
