import { Button, NumberInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Gavel } from 'lucide-react';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { strikeRuleSchema, type StrikeRule } from '../strikes.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { strikeRuleQuery, STRIKES_KEY } from './strikes-queries.ts';

/** Opens the rule for strikes. */
export function StrikeRuleButton() {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery({ ...strikeRuleQuery, enabled: isOpen });
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        variant="default"
        radius="xl"
        leftSection={<Gavel size={16} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        Strike Rule
      </Button>
      <FormDialog
        title="Strike Rule"
        size="28rem"
        opened={isOpen && data !== undefined}
        leaveConfirmation={INPUT_WILL_BE_LOST}
        onClose={close}
      >
        {(onCancel) => data && <StrikeRuleForm rule={data} onClose={close} onCancel={onCancel} />}
      </FormDialog>
    </>
  );
}

type StrikeRuleFormProps = { rule: StrikeRule; onClose: () => void; onCancel: () => void };

function StrikeRuleForm({ rule, onClose, onCancel }: StrikeRuleFormProps) {
  const queryClient = useQueryClient();
  const { version } = rule;
  const draft = useAppForm<{ months: number | string; decideFrom: number | string }>({
    initial: { months: rule.months, decideFrom: rule.decideFrom },
    validate: (values) => fieldErrors(strikeRuleSchema.safeParse({ ...values, version })),
    async send(values) {
      const json = strikeRuleSchema.parse({ ...values, version });
      await call(client.api['strike-rule'].$put({ json }));
      toast.success('Success', { description: 'Strike rule changed' });
      onClose();
      void queryClient.invalidateQueries({ queryKey: STRIKES_KEY });
    },
  });
  const field = (name: 'months' | 'decideFrom') => ({
    withAsterisk: true,
    allowDecimal: false,
    allowNegative: false,
    value: draft.values[name],
    error: draft.errors[name],
    onChange: (value: number | string) => draft.change({ [name]: value }),
  });
  return (
    <form {...draft.form} className={dialog.form}>
      <p>
        A post that is removed after a complaint is a strike for its influencer, unless somebody no
        longer agreed to be shown or an appeal succeeds.
      </p>
      <NumberInput label="A strike counts for, in months" data-autofocus {...field('months')} />
      <NumberInput
        label="Decide about the account from"
        description="This many strikes put the account in the work queue. Nothing happens to it by itself."
        {...field('decideFrom')}
      />
      <FormActions
        submitLabel="Save"
        failure={draft.failure}
        isBusy={draft.busy}
        onCancel={onCancel}
      />
    </form>
  );
}
