import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import type { BulkResult } from '#src/lib/listing.ts';
import { pluralize } from '#src/lib/text.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { Refusals } from '#src/ui/dialogs/refusals.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { ifMailed } from '#src/ui/page/sends-mail.ts';
import { countersignatureSchema } from '../agreements.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { refreshAgreements } from './agreements-queries.ts';

/** The agreements that a dialog is open for. */
export type Countersigning = { ids: string[]; onDone?: () => void };
type CountersignDialogProps = { open: Countersigning | null; onClose: () => void };

/** Signs creator agreements for the agency. */
export function CountersignDialog({ open, onClose }: CountersignDialogProps) {
  const shown = useLastDefined(open);
  return (
    <FormDialog
      title="Countersign"
      size="30rem"
      opened={open !== null}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => shown && <CountersignForm {...shown} onClose={onClose} onCancel={onCancel} />}
    </FormDialog>
  );
}

type CountersignFormProps = Countersigning & { onClose: () => void; onCancel: () => void };

function CountersignForm({ ids, onDone, onClose, onCancel }: CountersignFormProps) {
  const queryClient = useQueryClient();
  const fullName = useSession()?.user.fullName;
  const [result, setResult] = useState<BulkResult | null>(null);
  const draft = useAppForm({
    initial: { name: '' },
    validate: ({ name }) => fieldErrors<'name'>(countersignatureSchema.safeParse({ ids, name })),
    async send({ name }) {
      const { countersign } = client.api['signed-agreements'];
      const answer = await call(countersign.$post({ json: { ids, name } }));
      await refreshAgreements(queryClient);
      onDone?.();
      if (answer.refused.length > 0) return setResult(answer);
      const description = pluralize(answer.changed.length, 'agreement', 'agreements');
      toast.success('Success', { description: `${description} countersigned` });
      onClose();
    },
  });
  if (result) {
    const items = result.refused.map((each) => ({ ...each, label: 'Agreement' }));
    const title = `${result.changed.length} of ${ids.length} were countersigned. These were not:`;
    return <Refusals title={title} refused={items} onClose={onClose} />;
  }
  const { values, errors, change, failure, busy } = draft;
  return (
    <form {...draft.form} className={dialog.form}>
      <p>
        {ids.length === 1
          ? 'You sign this creator agreement for the agency.'
          : `You sign ${ids.length} creator agreements for the agency.`}{' '}
        This can’t be undone.{ifMailed('Both sides receive the signed document by email.')}
      </p>
      <TextInput
        label="Your full name"
        description={fullName && `As in your account: ${fullName}`}
        withAsterisk
        autoComplete="name"
        value={values.name}
        error={errors.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <FormActions submitLabel="Countersign" failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}
