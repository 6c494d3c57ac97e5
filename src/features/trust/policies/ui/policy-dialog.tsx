import { Checkbox, Radio, Stack, Switch, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { BASIS_LABELS, DECISION_LABELS, DECISIONS_OF_AREA } from '../policies.rules.ts';
import {
  POLICY_BASES,
  POLICY_GROUND_MAXIMUM_LENGTH,
  POLICY_TEXT_MAXIMUM_LENGTH,
  POLICY_TITLE_MAXIMUM_LENGTH,
  policyContentSchema,
  type Policy,
  type PolicyArea,
  type PolicyBasis,
  type PolicyContent,
  type PolicyDecision,
} from '../policies.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { refreshPolicies } from './policies-queries.ts';

/** The policy to change, or the area of a new one. */
export type OpenPolicy = { area: PolicyArea; policy: Policy | null };
type PolicyDialogProps = { open: OpenPolicy | null; onClose: () => void };

/** Adds a policy, or writes its next version. */
export function PolicyDialog({ open, onClose }: PolicyDialogProps) {
  const shown = useLastDefined(open);
  return (
    <FormDialog
      title={shown?.policy ? 'Edit Policy' : 'New Policy'}
      size="38rem"
      isFullOnPhones
      opened={open !== null}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => shown && <PolicyForm {...shown} onClose={onClose} onCancel={onCancel} />}
    </FormDialog>
  );
}

type PolicyFormProps = OpenPolicy & { onClose: () => void; onCancel: () => void };

function usePolicyForm({ area, policy, onClose }: PolicyFormProps) {
  const queryClient = useQueryClient();
  return useAppForm<PolicyContent>({
    initial: {
      title: policy?.title ?? '',
      description: policy?.description ?? '',
      basis: policy?.basis ?? 'rule',
      ground: policy?.ground ?? '',
      decisions: policy?.decisions ?? [...DECISIONS_OF_AREA[area]],
      isPublic: policy?.isPublic ?? false,
      isActive: policy?.isActive ?? true,
    },
    validate: (values) => fieldErrors(policyContentSchema.safeParse(values)),
    async send(values) {
      const json = policyContentSchema.parse(values);
      const { policies } = client.api;
      await call(
        policy
          ? policies[':id'].versions.$post({ param: { id: policy.id }, json })
          : policies.$post({ json: { ...json, area } }),
      );
      toast.success('Success', { description: policy ? 'Policy changed' : 'Policy added' });
      void refreshPolicies(queryClient);
      onClose();
    },
  });
}

function PolicyForm(props: PolicyFormProps) {
  const { area, policy, onCancel } = props;
  const { form, values, errors, failure, busy, change } = usePolicyForm(props);
  return (
    <form {...form} className={dialog.form}>
      <TextInput
        label="Text"
        description="What the people concerned read as the reason of a decision."
        withAsterisk
        data-autofocus
        maxLength={POLICY_TITLE_MAXIMUM_LENGTH}
        value={values.title}
        error={errors.title}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <TextArea
        label="When to use it"
        description="Internal only. Shown to whoever decides."
        minRows={2}
        maxRows={8}
        maxLength={POLICY_TEXT_MAXIMUM_LENGTH}
        value={values.description}
        error={errors.description}
        onChange={({ currentTarget }) => change({ description: currentTarget.value })}
      />
      <GroundFields {...{ values, errors, change }} />
      <DecisionFields {...{ area, values, errors, change }} />
      <Switch
        label="Public"
        description="The transparency report lists it while it’s in use."
        checked={values.isPublic}
        onChange={({ currentTarget }) => change({ isPublic: currentTarget.checked })}
      />
      <Switch
        label="In use"
        description="New decisions can have it as their reason. Earlier decisions stay as they are."
        checked={values.isActive}
        onChange={({ currentTarget }) => change({ isActive: currentTarget.checked })}
      />
      <FormActions
        submitLabel={policy ? 'Save New Version' : 'Add Policy'}
        failure={failure}
        isBusy={busy}
        isSticky
        onCancel={onCancel}
      />
    </form>
  );
}

type FieldsProps = Pick<ReturnType<typeof usePolicyForm>, 'values' | 'errors' | 'change'>;

const GROUND_LABELS: Record<PolicyBasis, { label: string; placeholder: string }> = {
  law: { label: 'Legal ground', placeholder: '17 U.S.C. § 512' },
  rule: { label: 'Where the rule is written', placeholder: 'Terms of Service, section 6' },
};

function GroundFields({ values, errors, change }: FieldsProps) {
  return (
    <>
      <Radio.Group
        label="Rests on"
        value={values.basis}
        error={errors.basis}
        onChange={(basis) => change({ basis: basis as PolicyBasis })}
      >
        <Stack gap="0.5rem" mt="0.4rem">
          {POLICY_BASES.map((basis) => (
            <Radio key={basis} value={basis} label={BASIS_LABELS[basis]} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        {...GROUND_LABELS[values.basis]}
        withAsterisk={values.basis === 'law'}
        maxLength={POLICY_GROUND_MAXIMUM_LENGTH}
        value={values.ground}
        error={errors.ground}
        onChange={({ currentTarget }) => change({ ground: currentTarget.value })}
      />
    </>
  );
}

function DecisionFields({ area, values, errors, change }: FieldsProps & { area: PolicyArea }) {
  return (
    <Checkbox.Group
      label="Used for"
      value={values.decisions}
      error={errors.decisions}
      onChange={(decisions) => change({ decisions: decisions as PolicyDecision[] })}
    >
      <Stack gap="0.5rem" mt="0.4rem">
        {DECISIONS_OF_AREA[area].map((decision) => (
          <Checkbox key={decision} value={decision} label={DECISION_LABELS[decision]} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
