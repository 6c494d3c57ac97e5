import {
  FAN_SIGNUP_GENDERS,
  FAN_SIGNUP_SEXUAL_PREFERENCES,
} from '#src/features/identity/accounts/accounts.schema.ts';
import { PasswordField } from '#src/features/identity/auth/ui/password-field.tsx';
import { Field } from '#src/ui/forms/field.tsx';
import { CategoryPicker } from './category-picker.tsx';
import { ChoiceGroup } from './choice-group.tsx';
import type { useFanSignup } from './use-fan-signup.ts';

type StepProps = Pick<ReturnType<typeof useFanSignup>, 'draft' | 'errors' | 'change'>;

export function DemographicsStep({ draft, errors, change }: StepProps) {
  return (
    <>
      <ChoiceGroup
        legend="Gender"
        name="gender"
        options={FAN_SIGNUP_GENDERS}
        value={draft.gender}
        onChange={(value) => change('gender', value)}
        error={errors.gender}
      />
      <ChoiceGroup
        legend="Sexual preference"
        name="sexualPreference"
        options={FAN_SIGNUP_SEXUAL_PREFERENCES}
        value={draft.sexualPreference}
        onChange={(value) => change('sexualPreference', value)}
        error={errors.sexualPreference}
      />
      <Field
        label="Date of birth"
        hint="You must be 18 or older to join."
        name="dateOfBirth"
        type="date"
        autoComplete="bday"
        min="1900-01-01"
        value={draft.dateOfBirth}
        onChange={(event) => change('dateOfBirth', event.target.value)}
        error={errors.dateOfBirth}
      />
    </>
  );
}

export function PreferencesStep({ draft, errors, change }: StepProps) {
  return (
    <CategoryPicker
      legend="What do you like to see?"
      value={draft.preferences}
      onChange={(value) => change('preferences', value)}
      error={errors.preferences}
    />
  );
}

export function CredentialsStep({ draft, errors, change }: StepProps) {
  return (
    <>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        value={draft.email}
        onChange={(event) => change('email', event.target.value)}
        error={errors.email}
      />
      <PasswordField
        label="Password"
        hint="At least 8 characters."
        name="password"
        autoComplete="new-password"
        value={draft.password}
        onChange={(event) => change('password', event.target.value)}
        error={errors.password}
      />
      <PasswordField
        label="Confirm password"
        name="confirmPassword"
        autoComplete="new-password"
        value={draft.confirmPassword}
        onChange={(event) => change('confirmPassword', event.target.value)}
        error={errors.confirmPassword}
      />
    </>
  );
}
