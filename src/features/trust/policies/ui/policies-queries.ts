import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';

const KEY = ['policies'];

/** The policies as they are now. */
export const policiesQuery = queryOptions({
  queryKey: [...KEY, 'current'],
  queryFn: () => call(client.api.policies.$get()),
  select: ({ policies }) => policies,
});

/** All versions of the policy that a version belongs to. */
export function policyVersionsQuery(id: string) {
  return queryOptions({
    queryKey: [...KEY, 'versions', id],
    queryFn: () => call(client.api.policies[':id'].versions.$get({ param: { id } })),
    select: ({ policies }) => policies,
  });
}

/** Refetches every query that shows policies. */
export function refreshPolicies(queryClient: QueryClient) {
  return queryClient.invalidateQueries({ queryKey: KEY });
}
