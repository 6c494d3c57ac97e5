import { Button, Select, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { z } from 'zod';
import {
  ACCOUNT_GENDERS,
  ACCOUNT_SEXUAL_PREFERENCES,
  type accountPreferencesSchema,
  type saveAccountSchema,
} from '#src/features/identity/accounts/accounts.schema.ts';
import {
  EMPTY_PASSWORDS,
  keepsPassword,
  passwordErrors,
  type PasswordErrors,
} from '#src/features/identity/auth/ui/password-draft.ts';
import { PasswordInputs } from '#src/features/identity/auth/ui/password-inputs.tsx';
import { ApiError } from '#src/lib/api-error.ts';
import type { Category } from '#src/lib/categories.ts';
import styles from '#src/features/identity/accounts/ui/my-account-page.module.css';
import { CategoryPicker } from './category-picker.tsx';

export type SaveAccount = z.input<typeof saveAccountSchema>;
type Account = z.output<typeof accountPreferencesSchema> & { email: string };
type FanAccountFormProps = { account: Account; onSave: (account: SaveAccount) => Promise<unknown> };

/** "Other" is not on offer here, but who has it keeps it. */
const gendersFor = (stored: Account['gender']) =>
  stored === 'other' ? [...ACCOUNT_GENDERS, { value: 'other', label: 'Other' }] : ACCOUNT_GENDERS;

export function FanAccountForm({ account, onSave }: FanAccountFormProps) {
  const [gender, setGender] = useState(account.gender);
  const [sexualPreference, setSexualPreference] = useState(account.sexualPreference);
  const [preferences, setPreferences] = useState<Category[]>(account.preferences);
  const [passwords, setPasswords] = useState(EMPTY_PASSWORDS);
  const [errors, setErrors] = useState<PasswordErrors>({});
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = passwordErrors(passwords);
    setErrors(found);
    if (Object.keys(found).length > 0 || busy) return;
    setBusy(true);
    const { currentPassword, newPassword } = passwords;
    try {
      await onSave({
        gender,
        sexualPreference,
        preferences,
        ...(!keepsPassword(passwords) && { password: { currentPassword, newPassword } }),
      });
      setPasswords(EMPTY_PASSWORDS);
    } catch (error) {
      // The toast has told; what was typed stays.
      if (error instanceof ApiError && error.problem.code === 'invalid-credentials') {
        setErrors({ currentPassword: error.message });
      }
    } finally {
      setBusy(false);
    }
  }

  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <section className={styles.card} aria-labelledby="about-title">
        <h2 id="about-title">About you</h2>
        <TextInput
          label="Email"
          description="Email cannot be changed"
          size="md"
          value={account.email}
          disabled
        />
        <Select
          label="Gender"
          placeholder="Select your gender"
          size="md"
          data={gendersFor(account.gender)}
          value={gender}
          onChange={(value) => setGender(value as Account['gender'])}
          allowDeselect={false}
        />
        <Select
          label="Sexual preference"
          placeholder="Select your sexual preference"
          size="md"
          data={ACCOUNT_SEXUAL_PREFERENCES}
          value={sexualPreference}
          onChange={(value) => setSexualPreference(value as Account['sexualPreference'])}
          allowDeselect={false}
        />
      </section>
      <section className={styles.card}>
        <CategoryPicker
          legend="Content preferences"
          value={preferences}
          onChange={setPreferences}
        />
      </section>
      <section className={styles.card} aria-labelledby="password-title">
        <h2 id="password-title">Password</h2>
        <p className={styles.soft}>Leave these empty to keep your current password.</p>
        <PasswordInputs values={passwords} errors={errors} onChange={setPasswords} />
      </section>
      <Button type="submit" size="md" radius="xl" loading={busy} className={styles.save}>
        Save Changes
      </Button>
    </form>
  );
}
