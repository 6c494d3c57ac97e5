import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { toastWithUndo } from '#src/ui/elements/undo-toast.ts';
import type { Conversation } from '../../inbox.schema.ts';
import { conversationQuery, refreshInbox } from '../inbox-queries.ts';

const operations = client.api.inbox[':id'];

/** Writes a changed conversation to the cache, and refetches everything else that shows it. */
export function useUpdateConversation(id: string) {
  const queryClient = useQueryClient();
  return {
    update(conversation: Conversation) {
      queryClient.setQueryData(conversationQuery(id).queryKey, conversation);
    },
    refresh: () => void refreshInbox(queryClient),
  };
}

export type StateChange = 'answer' | 'archive' | 'restore' | 'reopen';

const TEXTS: Record<StateChange, { done: string; undone: string }> = {
  answer: { done: 'Message marked as answered', undone: 'Message reopened' },
  archive: { done: 'Message archived', undone: 'Message restored' },
  restore: { done: 'Message restored', undone: 'Message archived' },
  reopen: { done: 'Message reopened', undone: 'Message marked as answered' },
};

/** Changes the state of a message and offers to undo it. */
export function useStateChange(id: string) {
  const { update, refresh } = useUpdateConversation(id);
  const param = { param: { id } };
  const answered = client.api.contact[':id'];
  const changes: Record<StateChange, () => Promise<Conversation | object>> = {
    answer: () => call(answered.answered.$post(param)),
    archive: () => call(operations.archive.$post(param)),
    restore: () => call(operations.restore.$post(param)),
    reopen: () => call(operations.reopen.$post(param)),
  };
  const undoes: Record<StateChange, () => Promise<unknown>> = {
    answer: () => call(answered['undo-answered'].$post(param)),
    archive: changes.restore,
    restore: changes.archive,
    reopen: changes.answer,
  };
  return useMutation({
    mutationFn: (change: StateChange) => changes[change](),
    onSuccess: (conversation, change) => {
      if ('entries' in conversation) update(conversation);
      toastWithUndo({
        id: `message-${id}`,
        title: 'Success',
        description: TEXTS[change].done,
        undo: () => undoes[change]().finally(refresh),
        undone: TEXTS[change].undone,
      });
    },
    onError: ({ message }) => toast.error('Error', { description: message }),
    // Also after a failure: someone else may have changed it.
    onSettled: refresh,
  });
}

/** Sends a reply and offers to undo it; `onUndone` receives its text. */
export function useSendReply(id: string, onUndone: (text: string) => void) {
  const { update, refresh } = useUpdateConversation(id);
  return useMutation({
    mutationFn: (json: { text: string; after: string | null }) =>
      call(operations.replies.$post({ param: { id }, json })),
    onSuccess: ({ replyId, conversation }, { text }) => {
      update(conversation);
      const undo = operations.replies[':replyId'].undo.$post;
      toastWithUndo({
        id: `message-${id}`,
        title: 'Success',
        description: 'Reply sent',
        async undo() {
          update(await call(undo({ param: { id, replyId } })).finally(refresh));
          onUndone(text);
        },
        undone: 'Reply undone',
      });
    },
    onSettled: refresh,
  });
}

/** Sends a reply again that could not be delivered. */
export function useResendReply(id: string) {
  const { update, refresh } = useUpdateConversation(id);
  return useMutation({
    mutationFn: (replyId: string) =>
      call(operations.replies[':replyId'].resend.$post({ param: { id, replyId } })),
    onSuccess: update,
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: refresh,
  });
}
