import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { formatUtcDay } from '#src/lib/dates.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { countryOptions } from '#src/lib/locale/countries.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { FORM_LABELS } from '../tax-details.rules.ts';
import {
  TAX_FORMS,
  taxDetailsSchema,
  type OwnTaxVersion,
  type TaxDetails,
  type TaxForm,
} from '../tax-details.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import styles from './payees.module.css';
import { ElsewhereFields, UsFields } from './tax-details-fields.tsx';
import { inputOf, NO_TAX_DETAILS, type TaxFieldName, type TaxValues } from './tax-details-input.ts';

type TaxDetailsDialogProps = {
  opened: boolean;
  /** What happens with the details, above the form. */
  explanation: string;
  /** Whether the payee certifies the details here; otherwise they come from a signed form. */
  isByPayee: boolean;
  /** The version that is replaced, whose visible parts are filled in. */
  previous: OwnTaxVersion | null;
  save: (details: TaxDetails) => Promise<unknown>;
  onClose: () => void;
};

/** A form for the tax details of an influencer. */
export function TaxDetailsDialog({ opened, onClose, ...props }: TaxDetailsDialogProps) {
  return (
    <FormDialog
      title="Tax details"
      size="38rem"
      isFullOnPhones
      opened={opened}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => <TaxDetailsForm {...props} onSaved={onClose} onCancel={onCancel} />}
    </FormDialog>
  );
}

type FormProps = Omit<TaxDetailsDialogProps, 'opened' | 'onClose'> & {
  onSaved: () => void;
  onCancel: () => void;
};

function initialOf(previous: OwnTaxVersion | null): TaxValues {
  if (!previous) return NO_TAX_DETAILS;
  const { form, legalName, country } = previous;
  return { ...NO_TAX_DETAILS, form, legalName, country };
}

function TaxDetailsForm({ explanation, isByPayee, previous, save, ...props }: FormProps) {
  const draft = useAppForm({
    initial: initialOf(previous),
    validate: (values) => fieldErrors<TaxFieldName>(taxDetailsSchema.safeParse(inputOf(values))),
    async send(values) {
      await save(taxDetailsSchema.parse(inputOf(values)));
      props.onSaved();
    },
  });
  const { values, errors, change, failure, busy } = draft;
  const field = (name: TaxFieldName) => ({
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [name]: currentTarget.value }),
  });
  const isUs = values.form === 'w9';
  return (
    <form {...draft.form} className={dialog.form}>
      <p className={styles.soft}>{explanation}</p>
      <NativeSelect
        label="Who is paid"
        data={TAX_FORMS.map((value) => ({ value, label: FORM_LABELS[value] }))}
        value={values.form}
        onChange={({ currentTarget }) => change(formChange(currentTarget.value as TaxForm, values))}
      />
      {values.form === 'w8ben' ? (
        <div className={styles.pair}>
          <TextInput label="First name" autoComplete="given-name" {...field('firstName')} />
          <TextInput label="Last name" autoComplete="family-name" {...field('lastName')} />
        </div>
      ) : (
        <TextInput
          label="Legal name"
          description="As on the tax return."
          autoComplete="name"
          {...field('legalName')}
        />
      )}
      {isUs ? <UsFields field={field} /> : <ElsewhereFields form={values.form} field={field} />}
      <TextInput label="Street and number" autoComplete="street-address" {...field('street')} />
      <div className={styles.pair}>
        <TextInput label="City" autoComplete="address-level2" {...field('city')} />
        <TextInput label="Postal code" autoComplete="postal-code" {...field('postalCode')} />
      </div>
      <div className={styles.pair}>
        <TextInput
          label={isUs ? 'State' : 'State or region (optional)'}
          autoComplete="address-level1"
          {...field('region')}
        />
        <NativeSelect
          label="Country of tax residence"
          autoComplete="country"
          data={[{ value: '', label: 'Choose a country' }, ...countryOptions()]}
          {...field('country')}
        />
      </div>
      {isByPayee ? (
        <Checkbox
          label={CERTIFICATIONS[isUs ? 'us' : 'elsewhere']}
          checked={values.certifiedOn !== ''}
          error={errors.certifiedOn && 'Certify your details to continue'}
          onChange={({ currentTarget }) =>
            change({ certifiedOn: currentTarget.checked ? formatUtcDay(new Date()) : '' })
          }
        />
      ) : (
        <TextInput
          type="date"
          label="Form signed on"
          description="The date on the signed form, which you keep."
          {...field('certifiedOn')}
        />
      )}
      <FormActions
        submitLabel="Send for Confirmation"
        failure={failure}
        isBusy={busy}
        onCancel={props.onCancel}
      />
    </form>
  );
}

// Part II of Form W-9 and part III of Form W-8BEN.
const CERTIFICATIONS = {
  us: 'Under penalties of perjury, I certify that this is my correct taxpayer identification number, that I am not subject to backup withholding, and that I am a US citizen or other US person.',
  elsewhere:
    'Under penalties of perjury, I certify that I am the beneficial owner of these payments, that I am not a US person, and that these details are true, correct and complete.',
};

function formChange(form: TaxForm, { country }: TaxValues): Partial<TaxValues> {
  if (form === 'w9') return { form, country: country || 'US' };
  return { form, country: country === 'US' ? '' : country, certifiedOn: '' };
}
