import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { call, client } from '#src/web/client.ts';

/** Start of every query key about influencers. */
export const INFLUENCERS_KEY = ['influencers'] as const;
/** Key of one influencer's record. */
export const influencerKey = (id: string) => [...INFLUENCERS_KEY, 'one', id];

/** Up to 20 options. */
export const influencerOptionsQuery = (search: string) =>
  queryOptions({
    queryKey: [...INFLUENCERS_KEY, 'options', search],
    queryFn: async () =>
      (await call(client.api.influencers.options.$get({ query: { search } }))).options,
    placeholderData: keepPreviousData,
  });

/** The selected influencer, to show the name. */
export const influencerOptionQuery = (id: string | null) =>
  queryOptions({
    queryKey: [...INFLUENCERS_KEY, 'option', id],
    queryFn: async () => {
      const { options } = await call(
        client.api.influencers.options.$get({ query: { id: id ?? '' } }),
      );
      return options[0] ?? null;
    },
    enabled: id !== null,
    staleTime: 60_000,
  });

/** Refetches everything that shows influencers. */
export const refreshInfluencers = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: INFLUENCERS_KEY });
