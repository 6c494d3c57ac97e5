import { queryOptions } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';

export const STRIKES_KEY = ['strikes'];

/** The strikes of an influencer. */
export function strikesQuery(influencerId: string) {
  return queryOptions({
    queryKey: [...STRIKES_KEY, influencerId],
    queryFn: () =>
      call(client.api.influencers[':id'].strikes.$get({ param: { id: influencerId } })),
    staleTime: 0,
  });
}

/** For how long a removal counts, and from how many on somebody has to decide. */
export const strikeRuleQuery = queryOptions({
  queryKey: [...STRIKES_KEY, 'rule'],
  queryFn: () => call(client.api['strike-rule'].$get()),
  staleTime: 0,
});
