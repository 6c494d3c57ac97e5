import { Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { INVITATION_DAYS } from '#src/features/identity/accounts/accounts.schema.ts';
import { InitialPasswordField } from '../initial-password-field.tsx';
import styles from '../user-dialog.module.css';
import { invitationsQuery } from './invitations-query.ts';

type FirstPasswordValues = {
  email: string;
  fullName: string;
  password: string;
  isInvited: boolean;
};

type FirstPasswordFieldsProps = {
  values: FirstPasswordValues;
  error: string | undefined;
  onChange: (patch: Partial<Pick<FirstPasswordValues, 'password' | 'isInvited'>>) => void;
};

/** How a new user gets a password: the back office sets one, or they choose one with a link. */
export function FirstPasswordFields({ values, error, onChange }: FirstPasswordFieldsProps) {
  const { data } = useQuery(invitationsQuery);
  return (
    <div className={styles.firstPassword}>
      <Radio.Group
        label="First sign-in"
        value={values.isInvited ? 'invitation' : 'password'}
        error={values.isInvited && error}
        onChange={(way) => onChange({ isInvited: way === 'invitation' })}
      >
        <Stack gap={8} mt={6}>
          <Radio value="password" label="Share credentials" />
          <Radio
            value="invitation"
            label={data?.isAvailable === false ? 'Create an invitation link' : 'Send an invitation'}
            disabled={!data}
            description={
              data?.isAvailable === false
                ? `You get a link to hand over. With it they choose their own password, within ${INVITATION_DAYS} days.`
                : `They choose their own password, with a link in an email that works for ${INVITATION_DAYS} days.`
            }
          />
        </Stack>
      </Radio.Group>
      {!values.isInvited && (
        <InitialPasswordField
          label="Password"
          isRequired
          value={values.password}
          owner={values}
          error={error}
          onChange={(password) => onChange({ password })}
        />
      )}
    </div>
  );
}
