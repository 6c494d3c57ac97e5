import { TextInput } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { screenTimeZone } from '#src/lib/locale/screen-dates.ts';
import { getTodayIn } from '#src/lib/locale/wall-time.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { CALENDAR } from '#src/ui/forms/calendar.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import {
  AGREEMENT_LOCATION_MAXIMUM_LENGTH,
  AGREEMENT_TITLE_MAXIMUM_LENGTH,
  newAgreementSchema,
  type Agreement,
} from '../../agreements.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';

type AgreementDialogProps = {
  opened: boolean;
  onClose: () => void;
  add: (agreement: Agreement) => Promise<unknown>;
};

/** Records an agreement that was signed on paper. */
export function AgreementDialog({ opened, onClose, add }: AgreementDialogProps) {
  return (
    <FormDialog
      title="Add Paper Agreement"
      size="30rem"
      opened={opened}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => <AgreementForm onClose={onClose} onCancel={onCancel} add={add} />}
    </FormDialog>
  );
}

type AgreementFormProps = Omit<AgreementDialogProps, 'opened'> & { onCancel: () => void };
type Typed = Omit<Agreement, 'signedOn'> & { signedOn: string | null };

function AgreementForm({ onClose, onCancel, add }: AgreementFormProps) {
  const { form, values, errors, failure, busy, change } = useAppForm<Typed>({
    initial: {
      id: crypto.randomUUID(),
      title: '',
      signedOn: getTodayIn(screenTimeZone()),
      endsOn: null,
      location: '',
    },
    validate: (typed) => fieldErrors(newAgreementSchema.safeParse(typed)),
    async send(typed) {
      await add(newAgreementSchema.parse(typed));
      toast.success('Success', { description: 'Agreement added' });
      onClose();
    },
  });
  return (
    <form {...form} className={dialog.form}>
      <TextInput
        label="Title"
        placeholder="Management agreement"
        withAsterisk
        data-autofocus
        maxLength={AGREEMENT_TITLE_MAXIMUM_LENGTH}
        value={values.title}
        error={errors.title}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <DateInput
        label="Signed on"
        withAsterisk
        valueFormat="MMM D, YYYY"
        value={values.signedOn}
        error={errors.signedOn}
        onChange={(signedOn) => change({ signedOn })}
        {...CALENDAR}
      />
      <DateInput
        label="Last day"
        placeholder="No end date"
        valueFormat="MMM D, YYYY"
        clearable
        clearButtonProps={{ 'aria-label': 'No end date' }}
        value={values.endsOn}
        error={errors.endsOn}
        onChange={(endsOn) => change({ endsOn })}
        {...CALENDAR}
      />
      <TextInput
        label="Where the document is"
        description="A web address, or the folder in your office."
        maxLength={AGREEMENT_LOCATION_MAXIMUM_LENGTH}
        value={values.location}
        error={errors.location}
        onChange={({ currentTarget }) => change({ location: currentTarget.value })}
      />
      <FormActions submitLabel="Add" failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}
