import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { listSearchSchema } from '#src/ui/list-view/list-search.ts';
import { vaultFilterSchema, type VaultFilter } from '../vault.schema.ts';

/** Search parameters of /vault. */
export const vaultSearchSchema = listSearchSchema(vaultFilterSchema.shape);

/** The vault changes with posts and tasks, so it is read again on every visit. */
const KEY = ['posts', 'vault'];

export function vaultQuery(filter: VaultFilter) {
  return infiniteQueryOptions({
    queryKey: [...KEY, filter],
    queryFn: ({ pageParam }) =>
      call(client.api.vault.$get({ query: { ...filter, cursor: pageParam } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 0,
  });
}

async function fetchUses(id: string) {
  const param = { id };
  const [{ posts }, { tasks }] = await Promise.all([
    call(client.api.vault[':id'].posts.$get({ param })),
    call(client.api.vault[':id'].tasks.$get({ param })),
  ]);
  return { posts, tasks };
}

/** The posts and tasks that contain a file. */
export function usesQuery(id: string) {
  return queryOptions({
    queryKey: [...KEY, 'uses', id],
    queryFn: () => fetchUses(id),
    staleTime: 0,
  });
}

export type Uses = Awaited<ReturnType<typeof fetchUses>>;

/** Copies files of the vault, to place the copies in a post or a submission. */
export async function reuseFiles(ids: string[]) {
  const { media } = await call(client.api.vault.reuse.$post({ json: { ids } }));
  return media;
}
