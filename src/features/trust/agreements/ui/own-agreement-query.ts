import { queryOptions, useQuery } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';

/** The start of the keys of all queries of agreements. */
export const AGREEMENTS_KEY = ['agreements'] as const;

/** The creator agreement of the signed-in influencer. */
export const ownAgreementQuery = queryOptions({
  queryKey: [...AGREEMENTS_KEY, 'own'],
  queryFn: () => call(client.api['own-agreement'].$get()),
  staleTime: 0,
});

/** Whether the influencer has an agreement to sign, or signed one. */
export function useHasAgreement(isInfluencer: boolean): boolean {
  const { data } = useQuery({ ...ownAgreementQuery, enabled: isInfluencer });
  return Boolean(data && (data.toSign || data.obstacle || data.signed.length > 0));
}
