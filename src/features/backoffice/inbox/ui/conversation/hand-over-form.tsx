import { NativeSelect } from '@mantine/core';
import { call, client } from '#src/client/client.ts';
import { KIND_LABELS } from '#src/features/trust/complaints/complaints.rules.ts';
import type { ComplaintKind } from '#src/features/trust/complaints/complaints.schema.ts';
import { handOverSchema } from '#src/features/work/contact/conversation.schema.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { optionsOf } from '#src/ui/list-view/filter-select.tsx';
import type { Conversation } from '../../inbox.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { useUpdateConversation } from './use-conversation-change.ts';

const KINDS = [{ value: '', label: 'Choose one' }, ...optionsOf(KIND_LABELS)];

type HandOverFormProps = { conversation: Conversation; onClose: () => void; onCancel: () => void };

/** Makes a complaint of a message. */
export function HandOverForm({ conversation, onClose, onCancel }: HandOverFormProps) {
  const { id, topic, message } = conversation;
  const { update, refresh } = useUpdateConversation(id);
  const draft = useAppForm({
    initial: {
      kind: (topic === 'Copyright (DMCA)' ? 'copyright' : '') as ComplaintKind | '',
      address: message.match(/https?:\/\/\S+/g)?.join('\n') ?? '',
    },
    validate: (values) => fieldErrors(handOverSchema.safeParse(values)),
    async send(values) {
      const json = handOverSchema.parse(values);
      update(await call(client.api.inbox[':id'].complaint.$post({ param: { id }, json })));
      toast.success('Success', { description: 'Handed over as a complaint' });
      onClose();
      refresh();
    },
  });
  return (
    <form {...draft.form} className={dialog.form}>
      <p>
        The message becomes a complaint with a deadline, which counts from when it arrived. The
        sender gets a receipt with a private link to follow it.
      </p>
      <NativeSelect
        label="What is it about?"
        withAsterisk
        data-autofocus
        data={KINDS}
        value={draft.values.kind}
        error={draft.errors.kind}
        onChange={({ currentTarget }) =>
          draft.change({ kind: currentTarget.value as ComplaintKind | '' })
        }
      />
      <TextArea
        label="Where is it?"
        description="The address of the page or post, or as much as the message says about it."
        withAsterisk
        minRows={2}
        maxRows={6}
        value={draft.values.address}
        error={draft.errors.address}
        onChange={({ currentTarget }) => draft.change({ address: currentTarget.value })}
      />
      <FormActions
        submitLabel="Hand Over"
        failure={draft.failure}
        isBusy={draft.busy}
        onCancel={onCancel}
      />
    </form>
  );
}
