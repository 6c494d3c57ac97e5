import { Radio, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { TEXT_MAXIMUM_LENGTH } from '#src/features/trust/complaints/complaints.schema.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { ACCOUNT_OUTCOME_LABELS } from '../strikes.rules.ts';
import { ACCOUNT_OUTCOMES, accountDecisionSchema, type AccountOutcome } from '../strikes.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { STRIKES_KEY } from './strikes-queries.ts';

type DecideAccountFormProps = {
  influencerId: string;
  /** The strikes that are shown. */
  strikes: number;
  onClose: () => void;
  onCancel: () => void;
};

/** Records what was decided about the account of an influencer with strikes. */
export function DecideAccountForm(props: DecideAccountFormProps) {
  const { influencerId, strikes, onClose, onCancel } = props;
  const queryClient = useQueryClient();
  const draft = useAppForm({
    initial: { outcome: '' as AccountOutcome | '', text: '' },
    validate: (values) => fieldErrors(accountDecisionSchema.safeParse({ ...values, strikes })),
    async send(values) {
      const json = accountDecisionSchema.parse({ ...values, strikes });
      const { decision } = client.api.influencers[':id'].strikes;
      await call(decision.$post({ param: { id: influencerId }, json }));
      toast.success('Success', { description: 'Decision recorded' });
      onClose();
      void queryClient.invalidateQueries({ queryKey: STRIKES_KEY });
    },
  });
  return (
    <form {...draft.form} className={dialog.form}>
      <p>
        This records the decision and its reasons, and changes nothing by itself: tell the
        influencer, and suspend the account from its menu if it ends.
      </p>
      <Radio.Group
        label="Outcome"
        withAsterisk
        value={draft.values.outcome}
        error={draft.errors.outcome}
        onChange={(outcome) => draft.change({ outcome: outcome as AccountOutcome })}
      >
        <Stack gap="0.6rem" mt="0.4rem">
          {ACCOUNT_OUTCOMES.map((outcome, index) => (
            <Radio
              key={outcome}
              value={outcome}
              label={ACCOUNT_OUTCOME_LABELS[outcome]}
              data-autofocus={index === 0 || undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      <TextArea
        label="Reasons"
        description="For your team alone."
        withAsterisk
        minRows={3}
        maxRows={10}
        maxLength={TEXT_MAXIMUM_LENGTH}
        value={draft.values.text}
        error={draft.errors.text}
        onChange={({ currentTarget }) => draft.change({ text: currentTarget.value })}
      />
      <FormActions
        submitLabel="Record Decision"
        failure={draft.failure}
        isBusy={draft.busy}
        onCancel={onCancel}
      />
    </form>
  );
}
