import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call, callOrNull, client } from '#src/client/client.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { missingAgreementQuerySchema, signedAgreementQuerySchema } from '../agreements.schema.ts';
import { AGREEMENTS_KEY as KEY } from './own-agreement-query.ts';

/** The list of /agreements; `agreement` is the one in the drawer. */
export const signedAgreementsList = defineList({
  name: KEY[0],
  filters: signedAgreementQuerySchema.shape,
  overlays: { agreement: z.uuid().optional() },
  fetchPage: (query) => call(client.api['signed-agreements'].$get({ query })),
  csv: '/api/signed-agreements.csv',
  // Influencers sign at any time.
  staleTime: 0,
});

/** The list of /agreements/missing. */
export const missingAgreementsList = defineList({
  name: 'missing-agreements',
  filters: missingAgreementQuerySchema.shape,
  overlays: {},
  fetchPage: (query) => call(client.api['missing-agreements'].$get({ query })),
  staleTime: 0,
});

/** A signed agreement; null if there is none, or outside the limit. */
export function signedAgreementQuery(id: string) {
  return queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: () => callOrNull(client.api['signed-agreements'][':id'].$get({ param: { id } })),
    staleTime: 0,
  });
}

/** The signed agreements of a performer, newest first. */
export function agreementsOfPerformerQuery(performer: string) {
  return queryOptions({
    queryKey: [...KEY, 'of-performer', performer],
    queryFn: async () =>
      (await call(client.api['signed-agreements'].$get({ query: { performer } }))).rows,
    staleTime: 0,
  });
}

/** The creator agreements that an influencer signed here, newest first. */
export function creatorAgreementsQuery(influencer: string) {
  const query = { influencer, kind: 'creator-agreement' } as const;
  return queryOptions({
    queryKey: [...KEY, 'of-influencer', influencer],
    queryFn: async () => (await call(client.api['signed-agreements'].$get({ query }))).rows,
    staleTime: 0,
  });
}

export const agreementVersionsQuery = queryOptions({
  queryKey: [...KEY, 'versions'],
  queryFn: async () => (await call(client.api['agreement-versions'].$get())).versions,
  staleTime: 0,
});

/** A version of a template with its text; null if it was deleted. */
export function agreementVersionQuery(id: string) {
  return queryOptions({
    queryKey: [...KEY, 'version', id],
    queryFn: () => callOrNull(client.api['agreement-versions'][':id'].$get({ param: { id } })),
    staleTime: 0,
  });
}

/** Refetches every query that shows agreements. */
export function refreshAgreements(queryClient: QueryClient) {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: KEY }),
    queryClient.invalidateQueries({ queryKey: [missingAgreementsList.name] }),
  ]);
}
