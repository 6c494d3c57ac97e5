import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { reasonSchema } from '../payee-versions.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import styles from './payees.module.css';

/** What is shown, each with its label. */
export type Revealed = [label: string, value: string][];

type RevealDialogProps = {
  /** "Show Full Number" */
  label: string;
  opened: boolean;
  reveal: (reason: string) => Promise<Revealed>;
  onClose: () => void;
};

/** Asks for a reason, then shows the details of a version. */
export function RevealDialog({ label, opened, reveal, onClose }: RevealDialogProps) {
  return (
    <FormDialog title={label} size="30rem" opened={opened} onClose={onClose}>
      {(onCancel) => <Reveal label={label} reveal={reveal} onCancel={onCancel} />}
    </FormDialog>
  );
}

type RevealProps = Pick<RevealDialogProps, 'label' | 'reveal'> & { onCancel: () => void };

function Reveal({ label, reveal, onCancel }: RevealProps) {
  const [revealed, setRevealed] = useState<Revealed | null>(null);
  const draft = useAppForm({
    initial: { reason: '' },
    validate: (values) => fieldErrors<'reason'>(reasonSchema.safeParse(values)),
    send: async ({ reason }) => setRevealed(await reveal(reason)),
  });
  if (revealed) {
    return (
      <div className={dialog.form}>
        <dl className={styles.revealed}>
          {revealed.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        <Button radius="xl" data-autofocus onClick={onCancel}>
          Close
        </Button>
      </div>
    );
  }
  const { values, errors, change, failure, busy } = draft;
  return (
    <form {...draft.form} className={dialog.form}>
      <TextInput
        label="Reason"
        description="The audit trail records it with your name."
        data-autofocus
        value={values.reason}
        error={errors.reason}
        onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
      />
      <FormActions submitLabel={label} failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}
