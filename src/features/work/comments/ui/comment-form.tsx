import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, type KeyboardEvent } from 'react';
import { call } from '#src/client/client.ts';
import { colleaguesQuery } from '#src/features/identity/colleagues/ui/colleagues-queries.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { newCommentSchema, type Commented } from '../comments.schema.ts';
import { commentsOf, commentsQuery } from './comments-queries.ts';
import styles from './comments.module.css';
import { MentionTextarea } from './mention-textarea.tsx';
import { findMentions } from './mentions.ts';

const textSchema = newCommentSchema.shape.text;

/** The form to add a comment. */
export function CommentForm({ record }: { record: Commented }) {
  const queryClient = useQueryClient();
  const { data: colleagues = [] } = useQuery(colleaguesQuery);
  // A retry after a lost response must not add the comment twice.
  const sent = useRef({ id: '', text: '' });
  const draft = useAppForm({
    initial: { text: '' },
    isUnsaved: ({ text }) => text.trim() !== '',
    validate({ text }): { text?: string } {
      const message = textSchema.safeParse(text).error?.issues[0]?.message;
      return message ? { text: message } : {};
    },
    revalidates: true,
    async send({ text: typed }) {
      const text = textSchema.parse(typed);
      if (sent.current.text !== text) sent.current = { id: crypto.randomUUID(), text };
      const mentions = findMentions(text, colleagues).map(({ id }) => id);
      await call(commentsOf.$post({ param: record, json: { ...sent.current, mentions } }));
      sent.current = { id: '', text: '' };
      draft.reset({ text: '' });
      // Before the comment appears: whoever goes on from it keeps the focus.
      draft.form.ref.current?.querySelector('textarea')?.focus();
      await queryClient.refetchQueries(commentsQuery(record));
    },
    onError({ message }) {
      toast.error('Error', { description: 'Failed to add the comment' });
      return message;
    },
  });
  const { form, values, errors, failure, busy, change } = draft;

  function sendByKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.onSubmit(event);
  }

  return (
    <form {...form} className={styles.form}>
      <MentionTextarea
        aria-label="New comment"
        minRows={2}
        maxRows={12}
        dir="auto"
        placeholder="Comment for your team. Type @ to mention a colleague."
        value={values.text}
        error={errors.text ?? failure}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onChange={(text) => change({ text })}
        onKeyDown={sendByKey}
      />
      <Button type="submit" size="sm" radius="xl" variant="default" disabled={busy}>
        {busy ? 'Adding...' : 'Add Comment'}
      </Button>
    </form>
  );
}
