import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { countryOptions } from '#src/lib/locale/countries.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { ACCOUNT_TYPE_LABELS } from '../payees.rules.ts';
import {
  bankDetailsSchema,
  HOLDER_MAXIMUM_LENGTH,
  type AccountKind,
  type BankDetails,
} from '../payees.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import styles from './payees.module.css';

const EMPTY = {
  kind: 'iban' as AccountKind,
  holderName: '',
  holderKind: 'person',
  country: '',
  currency: 'USD',
  iban: '',
  bic: '',
  routingNumber: '',
  accountNumber: '',
  accountType: 'checking',
};
type Values = typeof EMPTY;
type FieldName = keyof Values;

/** The details as the schema expects them: without the fields of the other kind. */
const toInput = (values: Values) =>
  values.kind === 'us' ? { ...values, currency: 'USD' } : values;

type BankDetailsDialogProps = {
  opened: boolean;
  /** What happens with the details, above the form. */
  explanation: string;
  save: (details: BankDetails) => Promise<unknown>;
  onClose: () => void;
};

/** A form for the account that an influencer is paid to. */
export function BankDetailsDialog({ opened, onClose, ...props }: BankDetailsDialogProps) {
  return (
    <FormDialog
      title="Bank details"
      size="34rem"
      isFullOnPhones
      opened={opened}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => <BankDetailsForm {...props} onSaved={onClose} onCancel={onCancel} />}
    </FormDialog>
  );
}

type FormProps = Pick<BankDetailsDialogProps, 'explanation' | 'save'> & {
  onSaved: () => void;
  onCancel: () => void;
};

function BankDetailsForm({ explanation, save, onSaved, onCancel }: FormProps) {
  const draft = useAppForm({
    initial: EMPTY,
    validate: (values) => fieldErrors<FieldName>(bankDetailsSchema.safeParse(toInput(values))),
    async send(values) {
      await save(bankDetailsSchema.parse(toInput(values)));
      onSaved();
    },
  });
  const { values, errors, change, failure, busy } = draft;
  const field = (name: FieldName) => ({
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [name]: currentTarget.value }),
  });
  return (
    <form {...draft.form} className={dialog.form}>
      <p className={styles.soft}>{explanation}</p>
      <SegmentedControl
        aria-label="Kind of account"
        fullWidth
        radius="xl"
        data={[
          { value: 'iban', label: 'IBAN' },
          { value: 'us', label: 'US account' },
        ]}
        value={values.kind}
        onChange={(kind) => change({ kind: kind as AccountKind })}
      />
      <TextInput
        label="Account holder"
        description="The name that the bank knows, in Latin letters."
        autoComplete="name"
        maxLength={HOLDER_MAXIMUM_LENGTH}
        {...field('holderName')}
      />
      <div className={styles.pair}>
        <NativeSelect
          label="Held by"
          data={[
            { value: 'person', label: 'A person' },
            { value: 'company', label: 'A company' },
          ]}
          {...field('holderKind')}
        />
        <NativeSelect
          label="Country of the holder"
          autoComplete="country"
          data={[{ value: '', label: 'Choose a country' }, ...countryOptions()]}
          {...field('country')}
        />
      </div>
      {values.kind === 'iban' ? (
        <>
          <TextInput label="IBAN" autoComplete="off" spellCheck={false} {...field('iban')} />
          <div className={styles.pair}>
            <TextInput label="BIC" autoComplete="off" spellCheck={false} {...field('bic')} />
            <NativeSelect
              label="Account currency"
              data={[
                { value: 'USD', label: 'US dollars' },
                { value: 'EUR', label: 'Euros' },
              ]}
              {...field('currency')}
            />
          </div>
          <p className={styles.soft}>
            Payouts are in US dollars. For an account in euros, the bank converts them.
          </p>
        </>
      ) : (
        <>
          <div className={styles.pair}>
            <TextInput
              label="Routing number"
              inputMode="numeric"
              autoComplete="off"
              {...field('routingNumber')}
            />
            <NativeSelect
              label="Type"
              data={Object.entries(ACCOUNT_TYPE_LABELS).map(([value, label]) => ({ value, label }))}
              {...field('accountType')}
            />
          </div>
          <TextInput
            label="Account number"
            inputMode="numeric"
            autoComplete="off"
            {...field('accountNumber')}
          />
        </>
      )}
      <FormActions
        submitLabel="Send for Confirmation"
        failure={failure}
        isBusy={busy}
        onCancel={onCancel}
      />
    </form>
  );
}
