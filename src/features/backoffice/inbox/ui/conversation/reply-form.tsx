import { Button, Group } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { Send } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import { REPLY_MAXIMUM_LENGTH } from '#src/features/work/contact/conversation.schema.ts';
import { useRecordShortcuts } from '#src/ui/elements/keyboard-shortcuts.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import type { Conversation } from '../../inbox.schema.ts';
import { fillTemplate } from '../../reply-templates.rules.ts';
import { TemplatesMenu } from '../templates/templates-menu.tsx';
import { useSendReply } from './use-conversation-change.ts';

type ReplyFormProps = {
  conversation: Conversation;
  /** The replies that are typed but not sent, by message. */
  drafts: Map<string, string>;
  /** The open record; shortcuts work only while it contains the focus. */
  record: RefObject<HTMLElement | null>;
  onManageTemplates: () => void;
};

/** The form for a reply: R focuses it, T opens the templates, Ctrl or Cmd with Enter sends. */
export function ReplyForm({ conversation, drafts, record, ...props }: ReplyFormProps) {
  const { id, name, email, topic, entries, answersArriveHere, answersTo } = conversation;
  const field = useRef<HTMLTextAreaElement>(null);
  const [error, setError] = useState<string>();
  const [draft, setDraft] = useState(drafts.get(id) ?? '');
  const { mutate, isPending } = useSendReply(id, (text) => {
    change(text);
    requestAnimationFrame(() => field.current?.focus());
  });
  const focus = () => field.current?.focus();
  useRecordShortcuts({ r: focus }, record);

  function change(text: string) {
    setError(undefined);
    setDraft(text);
    drafts.set(id, text);
  }
  function insert(template: string) {
    const text = fillTemplate(template, { name, topic });
    change(draft.trim() ? `${draft.trimEnd()}\n\n${text}` : text);
    // After the menu has returned the focus.
    requestAnimationFrame(focus);
  }
  function send() {
    const text = draft.trim();
    if (isPending) return;
    if (!text) {
      setError('Please write a reply');
      return focus();
    }
    const after = entries.at(-1)?.id ?? null;
    mutate(
      { text, after },
      { onSuccess: () => change(''), onError: ({ message }) => setError(message) },
    );
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextArea
        ref={field}
        label="Reply"
        description={
          <>
            By email to <bdi>{email}</bdi>.{' '}
            {answersArriveHere ? (
              'Answers arrive in this conversation.'
            ) : (
              <>
                Answers go to <bdi>{answersTo}</bdi>, not to this conversation.
              </>
            )}
          </>
        }
        aria-keyshortcuts="r"
        dir="auto"
        minRows={4}
        maxRows={14}
        maxLength={REPLY_MAXIMUM_LENGTH}
        value={draft}
        error={error}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        onKeyDown={(event) => getHotkeyHandler([['mod+Enter', send]])(event)}
      />
      <Group justify="space-between" gap="sm" mt="sm">
        <TemplatesMenu record={record} onInsert={insert} onManage={props.onManageTemplates} />
        <Button
          type="submit"
          radius="xl"
          leftSection={<Send size={16} aria-hidden="true" />}
          loading={isPending}
        >
          Send Reply
        </Button>
      </Group>
    </form>
  );
}
