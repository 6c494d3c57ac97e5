import { Alert, Button } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { toast } from '#src/ui/elements/toast.ts';

const unknownAccountsQuery = queryOptions({
  queryKey: ['unknown-accounts'],
  queryFn: () => call(client.api['unknown-accounts'].$get()),
  staleTime: 5 * 60_000,
});

/** Lists the accounts of the back office of which nobody recorded who created them, until an admin has seen them. */
export function UnknownAccounts() {
  const isAdmin = useSession()?.role === 'admin';
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...unknownAccountsQuery, enabled: isAdmin });
  const accounts = data?.accounts ?? [];
  const { mutate, isPending } = useMutation({
    mutationFn: (ids: string[]) =>
      call(client.api['unknown-accounts'].dismiss.$post({ json: { ids } })),
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => queryClient.invalidateQueries(unknownAccountsQuery),
  });
  if (accounts.length === 0) return null;
  return (
    <Alert variant="light" color="yellow" title="Do you know these accounts?" mb="md">
      <p>
        They existed before it was recorded who creates an account, so they count as independent of
        everybody. Suspend the ones that you don’t know.
      </p>
      <ul>
        {accounts.map(({ id, name, role }) => (
          <li key={id}>
            <bdi>{name}</bdi>, {role === 'admin' ? 'admin' : 'staff'}
          </li>
        ))}
      </ul>
      <Button
        mt="sm"
        radius="xl"
        variant="default"
        loading={isPending}
        onClick={() => mutate(accounts.map(({ id }) => id))}
      >
        I know them all
      </Button>
    </Alert>
  );
}
