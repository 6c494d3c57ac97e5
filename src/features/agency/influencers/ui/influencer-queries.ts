import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { influencerFilterSchema } from '#src/features/backoffice/influencer-records/office.schema.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { call, callOrNull, client } from '#src/web/client.ts';

/** The list of /influencers; `action` is the dialog that is open. */
export const influencersList = defineList({
  name: 'influencers',
  filters: influencerFilterSchema.shape,
  overlays: { action: z.literal('create').optional(), fromApplication: z.boolean().optional() },
  fetchPage: (query) => call(client.api.influencers.$get({ query })),
  csv: '/api/influencers.csv',
});

const KEY = [influencersList.name];

/** An influencer as they are now, and null when there is none. */
export const influencerQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: () => callOrNull(client.api.influencers[':id'].$get({ param: { id } })),
  });

/** Up to 20 to choose from. */
export const influencerOptionsQuery = (search: string) =>
  queryOptions({
    queryKey: [...KEY, 'options', search],
    queryFn: async () =>
      (await call(client.api.influencers.options.$get({ query: { search } }))).options,
    placeholderData: keepPreviousData,
  });

/** The one that is chosen, to show its name. */
export const influencerOptionQuery = (id: string | null) =>
  queryOptions({
    queryKey: [...KEY, 'option', id],
    queryFn: async () => {
      const { options } = await call(
        client.api.influencers.options.$get({ query: { id: id ?? '' } }),
      );
      return options[0] ?? null;
    },
    enabled: id !== null,
    staleTime: 60_000,
  });

/** Has what is shown of influencers loaded again. */
export const refreshInfluencers = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: KEY });
