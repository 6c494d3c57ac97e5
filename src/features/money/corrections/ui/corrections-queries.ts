import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call, callOrNull, client } from '#src/client/client.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { correctionQuerySchema } from '../corrections.schema.ts';

/** The list of /corrections; `correction` is the one in the drawer, `action` opens the dialog. */
export const correctionsList = defineList({
  name: 'corrections',
  filters: correctionQuerySchema.shape,
  overlays: { correction: z.uuid().optional(), action: z.literal('add').optional() },
  fetchPage: (query) => call(client.api.corrections.$get({ query })),
  csv: '/api/corrections.csv',
  // Colleagues decide at any time.
  staleTime: 0,
});

/** A correction with the present balance; null if it does not exist. */
export function correctionQuery(id: string) {
  return queryOptions({
    queryKey: [correctionsList.name, 'one', id],
    queryFn: () => callOrNull(client.api.corrections[':id'].$get({ param: { id } })),
    staleTime: 0,
  });
}

/** The present balance of an influencer, and what needs no second person. */
export function correctionBasisQuery(influencerId: string | null) {
  return queryOptions({
    queryKey: [correctionsList.name, 'basis', influencerId],
    queryFn: () =>
      call(
        client.api.influencers[':id']['correction-basis'].$get({ param: { id: influencerId! } }),
      ),
    enabled: influencerId !== null,
    staleTime: 0,
  });
}

/** Refetches every query that shows corrections, or a balance that they change. */
export function refreshCorrections(queryClient: QueryClient) {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: [correctionsList.name] }),
    queryClient.invalidateQueries({ queryKey: ['influencers'] }),
  ]);
}
