import { NativeSelect, TagsInput, TextInput } from '@mantine/core';
import { countryOptions } from '#src/lib/locale/countries.ts';
import type { FieldErrors } from '#src/ui/forms/use-app-form.ts';
import { ALIAS_LIMIT, NAME_MAXIMUM_LENGTH, type Performer } from '../performers.schema.ts';

/** The values of the fields about a performer's identity. */
export type IdentityValues = Pick<
  Performer,
  'fullName' | 'legalGivenNames' | 'legalSurname' | 'aliases' | 'dateOfBirth' | 'country'
>;

export const EMPTY_IDENTITY: IdentityValues = {
  fullName: '',
  legalGivenNames: '',
  legalSurname: '',
  aliases: [],
  dateOfBirth: '',
  country: '',
};

type IdentityFieldsProps = {
  values: IdentityValues;
  errors: FieldErrors<IdentityValues>;
  onChange: (changed: Partial<IdentityValues>) => void;
};

/** Names, date of birth and country, as in the ID document. */
export function IdentityFields({ values, errors, onChange }: IdentityFieldsProps) {
  const text = (name: Exclude<keyof IdentityValues, 'aliases'>) => ({
    withAsterisk: true,
    autoComplete: 'off',
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ [name]: currentTarget.value }),
  });
  return (
    <>
      <TextInput
        label="Known as"
        description="The name that fans and colleagues know."
        maxLength={NAME_MAXIMUM_LENGTH}
        {...text('fullName')}
      />
      <TextInput
        label="Legal given names"
        description="As in the ID document."
        maxLength={NAME_MAXIMUM_LENGTH}
        {...text('legalGivenNames')}
      />
      <TextInput label="Legal surname" maxLength={NAME_MAXIMUM_LENGTH} {...text('legalSurname')} />
      <TagsInput
        label="Other names"
        description="Stage names, nicknames and earlier names. Press Enter after each."
        placeholder={values.aliases.length === 0 ? 'Add a name' : ''}
        maxTags={ALIAS_LIMIT}
        maxLength={NAME_MAXIMUM_LENGTH}
        value={values.aliases}
        error={errors.aliases}
        onChange={(aliases) => onChange({ aliases })}
      />
      <TextInput label="Date of birth" type="date" {...text('dateOfBirth')} />
      <NativeSelect
        label="Country of residence"
        data={[{ value: '', label: 'Choose a country' }, ...countryOptions()]}
        {...text('country')}
      />
    </>
  );
}
