import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatIban } from '#src/lib/bank/bank-account.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { call, client } from '#src/web/client.ts';
import { reasonSchema, type Version } from '../payees.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import styles from './bank-details.module.css';

type RevealDialogProps = {
  influencerId: string;
  /** The version to reveal; null while the dialog is closed. */
  version: Version | null;
  onClose: () => void;
};

/** Asks for a reason, then shows the full number of an account. */
export function RevealDialog({ version, onClose, ...props }: RevealDialogProps) {
  const shown = useLastDefined(version);
  return (
    <FormDialog title="Full number" size="30rem" opened={version !== null} onClose={onClose}>
      {(onCancel) => shown && <Reveal {...props} version={shown} onCancel={onCancel} />}
    </FormDialog>
  );
}

type RevealProps = { influencerId: string; version: Version; onCancel: () => void };

function Reveal({ influencerId, version, onCancel }: RevealProps) {
  const [revealed, setRevealed] = useState<{ number: string; bank: string } | null>(null);
  const draft = useAppForm({
    initial: { reason: '' },
    validate: (values) => fieldErrors<'reason'>(reasonSchema.safeParse(values)),
    async send(json) {
      const param = { id: influencerId, versionId: version.id };
      const reveal = client.api.influencers[':id']['bank-details'][':versionId'].reveal;
      setRevealed(await call(reveal.$post({ param, json })));
    },
  });
  if (revealed) {
    const isIban = version.kind === 'iban';
    return (
      <div className={dialog.form}>
        <dl className={styles.revealed}>
          <div>
            <dt>{isIban ? 'IBAN' : 'Account number'}</dt>
            <dd>{isIban ? formatIban(revealed.number) : revealed.number}</dd>
          </div>
          <div>
            <dt>{isIban ? 'BIC' : 'Routing number'}</dt>
            <dd>{revealed.bank}</dd>
          </div>
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
      <FormActions submitLabel="Show Number" failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}
