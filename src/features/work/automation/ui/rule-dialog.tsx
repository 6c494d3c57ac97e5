import { NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { tagsQuery } from '#src/features/identity/tags/ui/tags-queries.ts';
import { taskTemplatesQuery } from '#src/features/work/tasks/ui/template-queries.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { formatCount } from '#src/lib/locale/counts.ts';
import { DeleteButton } from '#src/ui/dialogs/delete-button.tsx';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { optionsOf } from '#src/ui/list-view/filter-select.tsx';
import {
  DAYS_TRIGGERS,
  newRuleSchema,
  RULE_BATCH,
  type NewRule,
  type Rule,
} from '../automation.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import styles from './automation-page.module.css';
import { deleteRule, previewQuery, refreshAutomation, saveRule } from './automation-queries.ts';
import { TRIGGER_LABELS } from './rule-text.ts';

/** A rule to edit, or nothing for a new one. */
export type EditedRule = Partial<Rule>;

type RuleDialogProps = { rule: EditedRule | null; onClose: () => void };

/** Adds, changes or deletes a rule, and shows for whom it would act now. */
export function RuleDialog({ rule, onClose }: RuleDialogProps) {
  const shown = useLastDefined(rule);
  return (
    <FormDialog
      title={shown?.id ? 'Edit Rule' : 'New Rule'}
      size="36rem"
      opened={rule !== null}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => shown && <RuleForm {...{ rule: shown, onClose, onCancel }} />}
    </FormDialog>
  );
}

const initialOf = (rule: EditedRule): NewRule => ({
  name: rule.name ?? '',
  trigger: rule.trigger ?? 'no_post',
  days: rule.trigger ? (rule.days ?? null) : 6,
  tag: rule.tag ?? null,
  action: rule.action ?? 'create_task',
  templateId: rule.templateId ?? null,
  note: rule.note ?? '',
  isActive: rule.isActive ?? true,
});

type RuleFormProps = { rule: EditedRule; onClose: () => void; onCancel: () => void };

function RuleForm({ rule, onClose, onCancel }: RuleFormProps) {
  const { id } = rule;
  const queryClient = useQueryClient();
  const refresh = () => refreshAutomation(queryClient);
  const draft = useAppForm({
    initial: initialOf(rule),
    validate: (typed) => fieldErrors<keyof NewRule>(newRuleSchema.safeParse(typed)),
    async send(typed) {
      await saveRule(newRuleSchema.parse(typed), id);
      toast.success('Success', { description: 'Rule saved' });
      void refresh();
      onClose();
    },
  });
  const { values, errors, change } = draft;
  return (
    <form {...draft.form} className={dialog.form}>
      <TextInput
        label="Name"
        required
        data-autofocus
        maxLength={80}
        value={values.name}
        error={errors.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <TriggerFields values={values} errors={errors} change={change} />
      <TagField values={values} errors={errors} change={change} />
      <ActionFields values={values} errors={errors} change={change} />
      <Switch
        label="Active"
        description={`Checked every ten minutes, for at most ${RULE_BATCH} people at a time.`}
        checked={values.isActive}
        onChange={({ currentTarget }) => change({ isActive: currentTarget.checked })}
      />
      <Preview rule={newRuleSchema.safeParse({ ...values, name: values.name || 'New' }).data} />
      <FormActions
        submitLabel="Save"
        failure={draft.failure}
        isBusy={draft.busy}
        onCancel={onCancel}
      >
        {id !== undefined && (
          <DeleteButton
            title={`Delete “${rule.name}”?`}
            text="Its log is deleted too. What it did stays."
            run={() => deleteRule(id).finally(() => void refresh())}
            onDeleted={onClose}
          />
        )}
      </FormActions>
    </form>
  );
}

type FieldsProps = {
  values: NewRule;
  errors: Partial<Record<keyof NewRule, string>>;
  change: (changed: Partial<NewRule>) => void;
};

const TriggerFields = ({ values: { trigger, days }, errors, change }: FieldsProps) => (
  <>
    <Select
      label="When"
      data={optionsOf(TRIGGER_LABELS)}
      allowDeselect={false}
      value={trigger}
      error={errors.trigger}
      onChange={(chosen) =>
        chosen &&
        change({
          trigger: chosen,
          days: DAYS_TRIGGERS.includes(chosen) ? (days ?? 7) : null,
          ...(chosen === 'payment_failed' && { action: 'add_note' as const }),
        })
      }
    />
    {DAYS_TRIGGERS.includes(trigger) && (
      <NumberInput
        label="Days"
        min={1}
        max={365}
        allowDecimal={false}
        value={days ?? ''}
        error={errors.days}
        onChange={(typed) => change({ days: typeof typed === 'number' ? typed : null })}
      />
    )}
  </>
);

function TagField({ values: { tag }, errors, change }: FieldsProps) {
  const { data: known = [] } = useQuery(tagsQuery('person'));
  // A tag disappears with its last record, but not from the rule.
  const tags = tag === null || known.includes(tag) ? known : [...known, tag];
  return (
    <Select
      label="If"
      description="Only for people with a tag, such as the influencers of a campaign."
      placeholder="Everyone"
      data={tags}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'For everyone' }}
      nothingFoundMessage="No tags found"
      value={tag}
      error={errors.tag}
      onChange={(chosen) => change({ tag: chosen })}
    />
  );
}

function ActionFields({ values, errors, change }: FieldsProps) {
  const { data: templates = [] } = useQuery(taskTemplatesQuery);
  const { trigger, action, templateId, note } = values;
  return (
    <>
      <Select
        label="Then"
        data={optionsOf({ create_task: 'Create a task from a template', add_note: 'Add a note' })}
        allowDeselect={false}
        disabled={trigger === 'payment_failed'}
        value={action}
        error={errors.action}
        onChange={(chosen) => chosen && change({ action: chosen })}
      />
      {action === 'create_task' ? (
        <Select
          label="Template"
          placeholder={templates.length === 0 ? 'Create a template first' : 'Choose a template'}
          data={templates.map(({ id, name }) => ({ value: id, label: name }))}
          searchable
          value={templateId}
          error={errors.templateId}
          onChange={(id) => change({ templateId: id })}
        />
      ) : (
        <TextArea
          label="Note"
          minRows={2}
          maxLength={1_000}
          value={note}
          error={errors.note}
          onChange={({ currentTarget }) => change({ note: currentTarget.value })}
        />
      )}
    </>
  );
}

/** How many names a preview shows. */
const NAMES = 5;

function Preview({ rule = null }: { rule: NewRule | null | undefined }) {
  const { data } = useQuery(previewQuery(rule && { ...rule, name: 'Preview', isActive: true }));
  if (!rule || !data) return null;
  if (rule.trigger === 'influencer_created') {
    return (
      <p className={styles.preview}>
        From now on, it applies to each new influencer
        {rule.tag !== null && ` tagged “${rule.tag}”`}.
      </p>
    );
  }
  const names = data.people.slice(0, NAMES).map(({ name }) => name);
  const rest = data.count - names.length;
  return (
    <p className={styles.preview} role="status">
      {data.count === 0
        ? 'Right now, it applies to nobody.'
        : `Right now, it applies to ${formatCount(data.count, 1_000)}: ${names.join(', ')}${rest > 0 ? ` and ${formatCount(rest, 1_000)} more` : ''}.`}
    </p>
  );
}
