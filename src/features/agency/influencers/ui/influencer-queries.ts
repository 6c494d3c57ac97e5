import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import type { InfluencerOption } from '../influencer-options.schema.ts';

/** Start of every query key about influencers. */
export const INFLUENCERS_KEY = ['influencers'] as const;
/** Key of one influencer's record. */
export function influencerKey(id: string) {
  return [...INFLUENCERS_KEY, 'one', id];
}

/** Up to 20 options. */
export function influencerOptionsQuery(search: string) {
  return queryOptions({
    queryKey: [...INFLUENCERS_KEY, 'options', search],
    queryFn: async () =>
      (await call(client.api.influencers.options.$get({ query: { search } }))).options,
    placeholderData: keepPreviousData,
  });
}

/** The selected influencer, to show the name. */
export function influencerOptionQuery(id: string | null) {
  return queryOptions({
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
}

/** The name of an influencer in a field. */
export function influencerName({ fullName }: Pick<InfluencerOption, 'fullName'>): string {
  return fullName.trim() || 'Unknown';
}

/** Refetches everything that shows influencers. */
export function refreshInfluencers(queryClient: QueryClient) {
  return queryClient.invalidateQueries({ queryKey: INFLUENCERS_KEY });
}
