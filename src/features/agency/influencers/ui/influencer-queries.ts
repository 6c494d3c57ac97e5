import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { InfluencerFilter } from '#src/features/backoffice/influencer-records/office.schema.ts';
import { ApiError } from '#src/lib/api-error.ts';
import { call, client } from '#src/web/client.ts';

const KEY = ['influencers'];

/** A page of the office's list. */
export const influencersQuery = (filter: InfluencerFilter) =>
  queryOptions({
    queryKey: [...KEY, 'list', filter],
    queryFn: () => call(client.api.influencers.$get({ query: filter })),
    placeholderData: keepPreviousData,
  });

/** An influencer as they are now, and null when there is none. */
export const influencerQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: async () => {
      try {
        return await call(client.api.influencers[':id'].$get({ param: { id } }));
      } catch (error) {
        const isMissing =
          error instanceof ApiError && ['not-found', 'invalid-input'].includes(error.problem.code);
        if (isMissing) return null;
        throw error;
      }
    },
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
