import { NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { countryOptions } from '#src/lib/locale/countries.ts';
import { CLASSIFICATION_LABELS, TIN_LABELS } from '../tax-details.rules.ts';
import type { TaxForm } from '../tax-details.schema.ts';
import styles from './payees.module.css';
import type { TaxFieldName } from './tax-details-input.ts';

type Field = (name: TaxFieldName) => {
  value: string;
  error: ReactNode;
  onChange: (event: { currentTarget: { value: string } }) => void;
};

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** The fields of Form W-9. */
export function UsFields({ field }: { field: Field }) {
  return (
    <>
      <TextInput
        label="Business name (optional)"
        description="If it differs from the legal name."
        autoComplete="organization"
        {...field('businessName')}
      />
      <NativeSelect
        label="Tax classification"
        data={optionsOf(CLASSIFICATION_LABELS)}
        {...field('classification')}
      />
      <div className={styles.pair}>
        <NativeSelect label="Kind of number" data={optionsOf(TIN_LABELS)} {...field('tinKind')} />
        <TextInput
          label="Number"
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          {...field('tin')}
        />
      </div>
    </>
  );
}

/** The fields of Forms W-8BEN and W-8BEN-E, with those of platform operators in the EU. */
export function ElsewhereFields({ form, field }: { form: TaxForm; field: Field }) {
  return (
    <>
      <div className={styles.pair}>
        <TextInput
          label="Tax number"
          description="Leave it empty only if there is none."
          autoComplete="off"
          spellCheck={false}
          {...field('tin')}
        />
        <NativeSelect
          label="Issued by"
          description="The country of the tax number."
          data={[{ value: '', label: 'Country of tax residence' }, ...countryOptions()]}
          {...field('tinCountry')}
        />
      </div>
      {form === 'w8ben' ? (
        <>
          <TextInput
            type="date"
            label="Date of birth"
            autoComplete="bday"
            {...field('dateOfBirth')}
          />
          <div className={styles.pair}>
            <TextInput
              label="Place of birth"
              description="Needed without a tax number."
              {...field('birthCity')}
            />
            <NativeSelect
              label="Country of birth"
              description="Needed with a place of birth."
              data={[{ value: '', label: 'Choose a country' }, ...countryOptions()]}
              {...field('birthCountry')}
            />
          </div>
        </>
      ) : (
        <TextInput
          label="Business registration number"
          autoComplete="off"
          spellCheck={false}
          {...field('registrationNumber')}
        />
      )}
      <div className={styles.pair}>
        <TextInput
          label="VAT number (optional)"
          autoComplete="off"
          spellCheck={false}
          {...field('vatNumber')}
        />
        <TextInput
          label="Treaty claim (optional)"
          placeholder="Article 7, 0%"
          {...field('treatyClaim')}
        />
      </div>
    </>
  );
}
