import { Radio, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { refreshPolicies } from '#src/features/trust/policies/ui/policies-queries.ts';
import { PolicySelect } from '#src/features/trust/policies/ui/policy-select.tsx';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { sendsMail } from '#src/ui/page/sends-mail.ts';
import {
  decisionSchema,
  TEXT_MAXIMUM_LENGTH,
  type Complaint,
  type Outcome,
} from '../complaints.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { refreshComplaints } from './complaints-queries.ts';

type DecisionFormProps = { complaint: Complaint; onClose: () => void; onCancel: () => void };

const CONSEQUENCES: Record<Outcome, string> = {
  removed: `The post stays hidden from everyone. Its influencer gets the reasons${sendsMail() ? ' by email' : ''}, and a strike unless somebody no longer agreed to be shown.`,
  no_action: 'The post is shown as before, unless another complaint hides it.',
};

/** Decides a complaint or the appeal against its decision, with a reason from the list and an explanation. */
export function DecisionForm({ complaint, onClose, onCancel }: DecisionFormProps) {
  const queryClient = useQueryClient();
  const { id, version, postId, state } = complaint;
  const isAppeal = state === 'appealed';
  const draft = useAppForm({
    initial: { outcome: '' as Outcome | '', policyVersion: '', text: '' },
    validate: (values) => fieldErrors(decisionSchema.safeParse({ ...values, version })),
    async send(values) {
      const json = decisionSchema.parse({ ...values, version });
      const { appeal, decision } = client.api.complaints[':id'];
      const input = { param: { id }, json };
      await call(isAppeal ? appeal.$post(input) : decision.$post(input));
      toast.success('Success', { description: isAppeal ? 'Appeal decided' : 'Complaint decided' });
      onClose();
      void refreshComplaints(queryClient);
    },
    // Somebody may have changed the reason.
    onError: () => void refreshPolicies(queryClient),
  });
  const { outcome, policyVersion, text } = draft.values;
  return (
    <form {...draft.form} className={dialog.form}>
      <Radio.Group
        label="Outcome"
        withAsterisk
        value={outcome}
        error={draft.errors.outcome}
        onChange={(value) => draft.change({ outcome: value as Outcome, policyVersion: '' })}
      >
        <Stack gap="0.6rem" mt="0.4rem">
          <Radio
            value="removed"
            label={postId ? 'Remove the post' : 'The complaint is justified'}
            description={
              postId ? CONSEQUENCES.removed : 'No post is known. Remove the content yourself first.'
            }
            data-autofocus
          />
          <Radio
            value="no_action"
            label="Take no action"
            description={postId ? CONSEQUENCES.no_action : undefined}
          />
        </Stack>
      </Radio.Group>
      <PolicySelect
        area="complaint"
        decision={outcome || null}
        value={policyVersion}
        error={draft.errors.policyVersion}
        onChange={(id) => draft.change({ policyVersion: id })}
      />
      <TextArea
        label="Explanation"
        description={
          isAppeal
            ? 'Both sides read it. Don’t name the reporter.'
            : 'The reporter reads it; the influencer too, if the post is removed. Don’t name the reporter.'
        }
        withAsterisk
        minRows={3}
        maxRows={10}
        maxLength={TEXT_MAXIMUM_LENGTH}
        value={text}
        error={draft.errors.text}
        onChange={({ currentTarget }) => draft.change({ text: currentTarget.value })}
      />
      <FormActions
        submitLabel="Decide"
        failure={draft.failure}
        isBusy={draft.busy}
        onCancel={onCancel}
      />
    </form>
  );
}
