import { Alert, Button, Skeleton } from '@mantine/core';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { toast } from 'sonner';
import { call, client } from '#src/client.ts';
import { AccountUnavailable } from './account-unavailable.tsx';
import styles from './my-account-page.module.css';
import {
  EMPTY_PASSWORDS,
  keepsPassword,
  passwordErrors,
  type PasswordErrors,
} from './password-draft.ts';
import { PasswordInputs } from './password-inputs.tsx';

const contactQuery = queryOptions({
  queryKey: ['account', 'contact'],
  queryFn: () => call(client.api.account.contact.$get()),
});

export function InfluencerAccount() {
  return (
    <>
      <Contact />
      <PasswordCard />
    </>
  );
}

function Contact() {
  const { data, isError, refetch } = useQuery(contactQuery);
  if (isError) return <AccountUnavailable onRetry={refetch} />;
  const rows = [
    ['Full name', data?.fullName],
    ['Email', data?.email],
    ['Phone', data?.phone],
  ] as const;
  return (
    <section className={styles.card} aria-labelledby="contact-title" aria-busy={!data}>
      <h2 id="contact-title">Your details</h2>
      <dl className={styles.details}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{data ? value || 'Not set' : <Skeleton height={18} width="60%" mt={4} />}</dd>
          </div>
        ))}
      </dl>
      <Alert icon={<Info />} color="gold" variant="outline" classNames={{ message: styles.note }}>
        Please contact an admin or staff member to change your details.
      </Alert>
    </section>
  );
}

function PasswordCard() {
  const [values, setValues] = useState(EMPTY_PASSWORDS);
  const [errors, setErrors] = useState<PasswordErrors>({});
  const change = useMutation({
    mutationFn: () => {
      const { currentPassword, newPassword } = values;
      return call(
        client.api.auth['change-password'].$post({ json: { currentPassword, newPassword } }),
      );
    },
    onSuccess: () => {
      setValues(EMPTY_PASSWORDS);
      toast.success('Success', { description: 'Account updated successfully!' });
    },
    onError: (error) => {
      toast.error('Error', { description: error.message || 'Failed to update account' });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = passwordErrors(values);
    setErrors(found);
    if (Object.keys(found).length === 0 && !change.isPending) change.mutate();
  }

  return (
    <form className={styles.card} onSubmit={submit} noValidate aria-labelledby="password-title">
      <h2 id="password-title">Change password</h2>
      <PasswordInputs values={values} errors={errors} onChange={setValues} />
      <Button
        type="submit"
        size="md"
        radius="xl"
        disabled={keepsPassword(values)}
        loading={change.isPending}
      >
        Update Password
      </Button>
    </form>
  );
}
