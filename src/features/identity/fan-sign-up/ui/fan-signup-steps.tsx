import { useState } from 'react';
import {
  FAN_SIGNUP_GENDERS,
  FAN_SIGNUP_SEXUAL_PREFERENCES,
  MINIMUM_AGE,
} from '#src/features/identity/accounts/accounts.schema.ts';
import { NewPasswordField } from '#src/features/identity/auth/ui/new-password-field.tsx';
import { PasswordField } from '#src/features/identity/auth/ui/password-field.tsx';
import { ConsentCheckbox } from '#src/features/identity/special-data/ui/consent-checkbox.tsx';
import { latestBirthday } from '#src/lib/dates.ts';
import { useHydrated } from '#src/ui/elements/use-hydrated.ts';
import { Field } from '#src/ui/forms/field.tsx';
import { CategoryPicker } from './category-picker.tsx';
import { ChoiceGroup } from './choice-group.tsx';
import styles from './fan-signup-page.module.css';
import type { useFanSignup } from './use-fan-signup.ts';

const EARLIEST_BIRTHDAY = '1900-01-01';

type StepProps = Pick<ReturnType<typeof useFanSignup>, 'draft' | 'errors' | 'change'>;

export function DemographicsStep({ draft, errors, change }: StepProps) {
  // The page is cached, so only the browser knows today's date.
  const hydrated = useHydrated();
  const [now] = useState(() => new Date());
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
      {revealsPreference(draft) && <SignUpConsent draft={draft} change={change} />}
      <Field
        label="Date of birth"
        hint="You must be 18 or older to join."
        name="dateOfBirth"
        type="date"
        autoComplete="bday"
        min={EARLIEST_BIRTHDAY}
        max={hydrated ? latestBirthday(MINIMUM_AGE, now) : undefined}
        value={draft.dateOfBirth}
        onChange={(event) => change('dateOfBirth', event.target.value)}
        error={errors.dateOfBirth}
      />
    </>
  );
}

export function PreferencesStep({ draft, errors, change }: StepProps) {
  return (
    <>
      <CategoryPicker
        legend="What do you like to see?"
        value={draft.preferences}
        onChange={(value) => change('preferences', value)}
        error={errors.preferences}
      />
      <SignUpConsent draft={draft} error={errors.specialDataConsent} change={change} />
    </>
  );
}

const revealsPreference = ({ sexualPreference }: StepProps['draft']) =>
  sexualPreference !== '' && sexualPreference !== 'prefer-not-to-say';

type SignUpConsentProps = Pick<StepProps, 'draft' | 'change'> & { error?: string | undefined };

function SignUpConsent({ draft, error, change }: SignUpConsentProps) {
  return (
    <ConsentCheckbox
      checked={draft.specialDataConsent}
      error={error}
      onChange={(checked) => change('specialDataConsent', checked)}
      hint="Optional. If you leave this empty, you can still join, and we store neither. You can change your mind under My Account."
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
      <NewPasswordField
        label="Password"
        name="password"
        email={draft.email}
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
      {/* In another tab, because the passwords typed so far are never stored. */}
      <p className={styles.legal}>
        By creating an account you agree to the{' '}
        <a href="/terms" target="_blank">
          Terms
        </a>{' '}
        and the{' '}
        <a href="/privacy" target="_blank">
          Privacy Policy
        </a>
        .
      </p>
    </>
  );
}
