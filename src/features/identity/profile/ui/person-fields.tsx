import { TextInput } from '@mantine/core';
import { PHONE_MAXIMUM_LENGTH } from '#src/features/identity/accounts/phone.schema.ts';
import { NAME_MAXIMUM_LENGTH } from '../profile.schema.ts';
import styles from './person-fields.module.css';

export type PersonValues = { fullName: string; phone: string };
type PersonErrors = Partial<Record<keyof PersonValues, string>>;

type PersonFieldsProps = {
  values: PersonValues;
  errors: PersonErrors;
  onChange: (patch: Partial<PersonValues>) => void;
};

export function PersonFields({ values, errors, onChange }: PersonFieldsProps) {
  return (
    <div className={styles.pair}>
      <TextInput
        label="Full name"
        name="fullName"
        autoComplete="off"
        maxLength={NAME_MAXIMUM_LENGTH}
        value={values.fullName}
        error={errors.fullName}
        onChange={({ currentTarget }) => onChange({ fullName: currentTarget.value })}
      />
      <TextInput
        label="Phone"
        name="phone"
        type="tel"
        autoComplete="off"
        maxLength={PHONE_MAXIMUM_LENGTH}
        value={values.phone}
        error={errors.phone}
        onChange={({ currentTarget }) => onChange({ phone: currentTarget.value })}
      />
    </div>
  );
}
