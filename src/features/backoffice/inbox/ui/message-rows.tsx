import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { messageState } from '#src/features/work/contact/conversation.rules.ts';
import { useBulkChange } from '#src/ui/records/use-bulk-change.tsx';
import type { InboxRow } from '../inbox.schema.ts';
import { refreshInbox } from './inbox-queries.ts';

type Change = 'answer' | 'archive';

const { answer, archive } = client.api.inbox;
const OPERATIONS = { answer, archive };

const TEXTS: Record<Change, { label: string; done: string; undone: string }> = {
  answer: { label: 'Mark as Answered', done: 'marked as answered', undone: 'open again' },
  archive: { label: 'Archive', done: 'archived', undone: 'restored' },
};

const count = (messages: number) => (messages === 1 ? 'Message' : `${messages} messages`);

/** Answers or archives many messages at once. Render `refusals` beside the list. */
export function useMessageRows() {
  const queryClient = useQueryClient();
  const { change, isBusy, refusals } = useBulkChange<InboxRow, Change>({
    run: (ids, to) => call(OPERATIONS[to].$post({ json: { ids } })),
    undo: (ids, to) => call(OPERATIONS[to].undo.$post({ json: { ids } })),
    done: (changed, to) => `${count(changed)} ${TEXTS[to].done}`,
    undone: (changed, to) => `${count(changed)} ${TEXTS[to].undone}`,
    labelOf: ({ name, topic }) => `${name}, ${topic}`,
    refresh: () => refreshInbox(queryClient),
  });
  const buttons = (rows: InboxRow[], onDone: () => void) => {
    const states = new Set(rows.map(messageState));
    const isPossible = {
      answer: states.has('open'),
      archive: states.has('open') || states.has('answered'),
    };
    return (['answer', 'archive'] as const)
      .filter((to) => isPossible[to])
      .map((to) => (
        <Button
          key={to}
          size="sm"
          radius="xl"
          variant="default"
          disabled={isBusy}
          onClick={() => change(rows, to, onDone)}
        >
          {TEXTS[to].label}
        </Button>
      ));
  };
  return { buttons, refusals };
}
