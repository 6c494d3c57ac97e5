import { Button, Select, TextInput } from '@mantine/core';
import type { z } from 'zod';
import {
  ACCOUNT_GENDERS,
  ACCOUNT_SEXUAL_PREFERENCES,
  DISPLAY_NAME_MAXIMUM_LENGTH,
  type accountPreferencesSchema,
  type saveAccountSchema,
} from '#src/features/identity/accounts/accounts.schema.ts';
import {
  EMPTY_PASSWORDS,
  isPasswordUnchanged,
  validatePasswordChange,
} from '#src/features/identity/auth/ui/password-draft.ts';
import { PasswordInputs } from '#src/features/identity/auth/ui/password-inputs.tsx';
import { EmailActions } from '#src/features/identity/email-addresses/ui/email-actions.tsx';
import { ConsentCheckbox } from '#src/features/identity/special-data/ui/consent-checkbox.tsx';
import { ApiError } from '#src/lib/api/api-error.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import styles from '#src/features/identity/accounts/ui/my-account-page.module.css';
import { CategoryPicker } from './category-picker.tsx';

export type SaveAccount = z.input<typeof saveAccountSchema>;
type Account = z.output<typeof accountPreferencesSchema> & {
  email: string;
  displayName: string;
};
type FanAccountFormProps = { account: Account; onSave: (account: SaveAccount) => Promise<unknown> };

const NO_SPECIAL_DATA = { sexualPreference: null, preferences: [] };
const WITHDRAWAL =
  'To withdraw your consent, untick this and save: we delete both answers at once, and no longer suggest influencers to you.';

/** "Other" is only offered when it is the stored value. */
const gendersFor = (stored: Account['gender']) =>
  stored === 'other' ? [...ACCOUNT_GENDERS, { value: 'other', label: 'Other' }] : ACCOUNT_GENDERS;

export function FanAccountForm({ account, onSave }: FanAccountFormProps) {
  const { email, ...stored } = account;
  const { form, values, errors, busy, change, fail, reset } = useAppForm({
    initial: { ...stored, ...EMPTY_PASSWORDS },
    validate: validatePasswordChange,
    async send({ currentPassword, newPassword, confirmPassword, ...typed }) {
      const keepsPassword = isPasswordUnchanged({ currentPassword, newPassword, confirmPassword });
      const saved = { ...typed, ...(!typed.specialDataConsent && NO_SPECIAL_DATA) };
      await onSave({
        ...saved,
        ...(!keepsPassword && { password: { currentPassword, newPassword } }),
      });
      reset({ ...saved, ...EMPTY_PASSWORDS });
    },
    onError(error) {
      if (error instanceof ApiError && error.problem.code === 'invalid-credentials') {
        fail({ currentPassword: error.message });
      }
      const newPassword = error instanceof ApiError && error.field('newPassword');
      if (newPassword) fail({ newPassword });
      // The toast has reported the failure; the form retains the input.
      return null;
    },
  });

  return (
    <form {...form} className={styles.form}>
      <section className={styles.card} aria-labelledby="about-title">
        <h2 id="about-title">About you</h2>
        <TextInput
          label="Email"
          description="Email cannot be changed in this form"
          size="md"
          value={email}
          disabled
        />
        <EmailActions />
        <TextInput
          label="Name (optional)"
          description="Only you and our team can see this"
          size="md"
          autoComplete="nickname"
          maxLength={DISPLAY_NAME_MAXIMUM_LENGTH}
          value={values.displayName}
          onChange={(event) => change({ displayName: event.currentTarget.value })}
          error={errors.displayName}
        />
        <Select
          label="Gender"
          placeholder="Select your gender"
          size="md"
          data={gendersFor(account.gender)}
          value={values.gender}
          onChange={(value) => change({ gender: value as Account['gender'] })}
          allowDeselect={false}
        />
      </section>
      <section className={styles.card} aria-labelledby="likes-title">
        <h2 id="likes-title">What you like</h2>
        <ConsentCheckbox
          checked={values.specialDataConsent}
          onChange={(specialDataConsent) => change({ specialDataConsent })}
          hint={stored.specialDataConsent ? WITHDRAWAL : 'Without it, we store neither.'}
        />
        <Select
          label="Sexual preference"
          placeholder="Select your sexual preference"
          size="md"
          data={ACCOUNT_SEXUAL_PREFERENCES}
          value={values.sexualPreference}
          onChange={(value) => change({ sexualPreference: value as Account['sexualPreference'] })}
          allowDeselect={false}
          disabled={!values.specialDataConsent}
        />
        <CategoryPicker
          legend="Content preferences"
          value={values.preferences}
          onChange={(chosen) => change({ preferences: chosen })}
          disabled={!values.specialDataConsent}
        />
      </section>
      <section className={styles.card} aria-labelledby="password-title">
        <h2 id="password-title">Password</h2>
        <p className={styles.soft}>Leave these empty to keep your current password.</p>
        <PasswordInputs values={values} errors={errors} onChange={change} />
      </section>
      <Button type="submit" size="md" radius="xl" loading={busy} className={styles.save}>
        Save Changes
      </Button>
    </form>
  );
}
