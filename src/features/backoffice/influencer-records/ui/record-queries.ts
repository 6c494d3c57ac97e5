import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  INFLUENCERS_KEY,
  influencerKey,
} from '#src/features/agency/influencers/ui/influencer-queries.ts';
import { ApiError } from '#src/lib/api-error.ts';
import { call, client } from '#src/web/client.ts';
import type { InfluencerFilter } from '../office.schema.ts';

/** A page of the office's list. */
export const influencersQuery = (filter: InfluencerFilter) =>
  queryOptions({
    queryKey: [...INFLUENCERS_KEY, 'list', filter],
    queryFn: () => call(client.api.influencers.$get({ query: filter })),
    placeholderData: keepPreviousData,
  });

/** An influencer as they are now, and null when there is none. */
export const influencerQuery = (id: string) =>
  queryOptions({
    queryKey: influencerKey(id),
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
