import { Button, Group } from '@mantine/core';
import { Archive, ArchiveRestore, Check, MailOpen, type LucideIcon } from 'lucide-react';
import type { RefObject } from 'react';
import type { MessageState } from '#src/features/work/contact/contact.schema.ts';
import { messageState } from '#src/features/work/contact/conversation.rules.ts';
import { useRecordShortcuts } from '#src/ui/elements/keyboard-shortcuts.ts';
import type { Conversation } from '../../inbox.schema.ts';
import { useStateChange, type StateChange } from './use-conversation-change.ts';

const POSSIBLE: Record<MessageState, StateChange[]> = {
  open: ['answer', 'archive'],
  answered: ['reopen', 'archive'],
  archived: ['restore'],
};

const BUTTONS: Record<StateChange, { label: string; icon: LucideIcon }> = {
  answer: { label: 'Mark as Answered', icon: Check },
  archive: { label: 'Archive', icon: Archive },
  reopen: { label: 'Reopen', icon: MailOpen },
  restore: { label: 'Restore', icon: ArchiveRestore },
};

type ConversationActionsProps = {
  conversation: Conversation;
  /** The open record; shortcuts work only while it contains the focus. */
  record: RefObject<HTMLElement | null>;
};

/** The buttons that change the state of a message; E archives it. */
export function ConversationActions({ conversation, record }: ConversationActionsProps) {
  const { mutate, isPending, variables } = useStateChange(conversation.id);
  const possible = POSSIBLE[messageState(conversation)];
  const change = (requested: StateChange) => {
    if (!isPending) mutate(requested);
  };
  const archives = possible.includes('archive');
  useRecordShortcuts({ e: archives ? () => change('archive') : undefined }, record);
  return (
    <Group gap="xs">
      {possible.map((name) => {
        const { label, icon: Icon } = BUTTONS[name];
        return (
          <Button
            key={name}
            variant="default"
            radius="xl"
            size="compact-md"
            aria-keyshortcuts={name === 'archive' ? 'e' : undefined}
            leftSection={<Icon size={16} aria-hidden="true" />}
            loading={isPending && variables === name}
            onClick={() => change(name)}
          >
            {label}
          </Button>
        );
      })}
    </Group>
  );
}
