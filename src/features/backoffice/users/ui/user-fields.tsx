import { Select, TextInput } from '@mantine/core';
import { assignableRoles, type UserRole } from '#src/features/identity/accounts/accounts.rules.ts';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { roleLabel, type Role } from '#src/lib/roles.ts';

type EmailFieldProps = {
  value: string;
  error: string | undefined;
  disabled?: boolean;
  description?: string | undefined;
  onChange: (email: string) => void;
};

export function EmailField({ value, error, onChange, ...field }: EmailFieldProps) {
  return (
    <TextInput
      label="Email"
      name="email"
      type="email"
      autoComplete="off"
      spellCheck={false}
      withAsterisk
      required
      data-autofocus
      disabled={field.disabled ?? false}
      description={field.description}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

type RoleFieldProps = {
  value: UserRole | null;
  /** The current role, which stays an option. */
  current?: Role | null;
  error: string | undefined;
  description?: string | undefined;
  disabled?: boolean;
  onChange: (role: UserRole) => void;
};

/** The roles that the actor may assign. */
export function RoleField({ value, current, ...field }: RoleFieldProps) {
  const session = useSession();
  const roles = session ? assignableRoles(session) : [];
  const isForeign = current && current !== 'influencer' && !roles.includes(current);
  const offered = isForeign ? [current, ...roles] : roles;
  return (
    <Select
      label="Role"
      name="role"
      withAsterisk
      placeholder="Select a role"
      data={offered.map((role) => ({ value: role, label: roleLabel(role) }))}
      allowDeselect={false}
      value={value}
      error={field.error}
      description={field.description}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      disabled={field.disabled ?? false}
      onChange={(role) => field.onChange(role as UserRole)}
    />
  );
}
