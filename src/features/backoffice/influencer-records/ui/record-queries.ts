import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call, callOrNull, client, saveFile } from '#src/client/client.ts';
import {
  influencerKey,
  INFLUENCERS_KEY,
  refreshInfluencers,
} from '#src/features/agency/influencers/ui/influencer-queries.ts';
import type { Assign } from '#src/features/identity/colleagues/ui/use-assign.ts';
import type { Tagged } from '#src/features/identity/tags/ui/tags-queries.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { influencerFilterSchema } from '../influencer-records.schema.ts';

/** The list of /influencers; `action` is the open dialog. */
export const influencersList = defineList({
  name: INFLUENCERS_KEY[0],
  filters: influencerFilterSchema.shape,
  overlays: { action: z.literal('create').optional(), fromApplication: z.boolean().optional() },
  fetchPage: (query) => call(client.api.influencers.$get({ query })),
  csv: '/api/influencers.csv',
  exportRows: (json) => saveFile(client.api['influencers.csv'].$post({ json }), 'influencers.csv'),
});

/** How influencers get an owner. */
export const ASSIGN_INFLUENCERS: Assign = {
  call: (json) => call(client.api.influencers.owner.$put({ json })),
  refresh: refreshInfluencers,
};

/** Influencers as records with tags. */
export const TAGGED_INFLUENCERS: Tagged = { kind: 'person', refresh: refreshInfluencers };

/** The current influencer; null when there is none. */
export function influencerQuery(id: string) {
  return queryOptions({
    queryKey: influencerKey(id),
    queryFn: () => callOrNull(client.api.influencers[':id'].$get({ param: { id } })),
  });
}
