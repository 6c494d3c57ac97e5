import { Skeleton } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { AccountUnavailable } from '#src/features/identity/auth/ui/account-unavailable.tsx';
import { sessionQuery } from '#src/features/identity/auth/ui/session.ts';
import {
  FanAccountForm,
  type SaveAccount,
} from '#src/features/identity/fan-sign-up/ui/fan-account-form.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import styles from '#src/features/identity/accounts/ui/my-account-page.module.css';

const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: () => call(client.api.account.$get()),
  // A refetch must not overwrite the form's draft.
  refetchOnWindowFocus: false,
});

export function FanAccount() {
  const queryClient = useQueryClient();
  const { data, isError, refetch } = useQuery(accountQuery);
  const save = useMutation({
    mutationFn: (json: SaveAccount) => call(client.api.account.$put({ json })),
    onSuccess: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: accountQuery.queryKey }),
        // The frame shows the name.
        queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
      ]);
      toast.success('Success', { description: 'Account updated successfully!' });
    },
    onError: (error) => {
      toast.error('Error', { description: error.message || 'Failed to update account' });
    },
  });
  if (!data) return isError ? <AccountUnavailable onRetry={refetch} /> : <AccountSkeleton />;
  // The form retains its input even when reloading the account fails.
  return (
    <>
      {isError && <AccountUnavailable onRetry={refetch} />}
      <FanAccountForm account={data} onSave={(account) => save.mutateAsync(account)} />
    </>
  );
}

function AccountSkeleton() {
  return (
    <div className={styles.card} aria-busy="true" aria-label="Loading...">
      <Skeleton height={28} width="40%" />
      <Skeleton height={42} />
      <Skeleton height={42} />
      <Skeleton height={42} />
      <Skeleton height={180} />
    </div>
  );
}
