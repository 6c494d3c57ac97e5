import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call, callOrNull, client } from '#src/client/client.ts';
import { EDIT_FIELDS, type EditField } from '../../edit-influencer.schema.ts';

export const EDIT_TABS = ['profile', 'my-page', 'payouts', 'notes'] as const;
export type EditTab = (typeof EDIT_TABS)[number];

const cursor = z.string().max(600).optional().catch(undefined);

/** The address of /influencers/edit/{id}: the open tab, and the page of the payouts. */
export const editInfluencerSearchSchema = z.object({
  tab: z.enum(EDIT_TABS).optional().catch(undefined),
  /** The field that has the focus at first. */
  field: z
    .enum(EDIT_FIELDS as [EditField, ...EditField[]])
    .optional()
    .catch(undefined),
  after: cursor,
  before: cursor,
});

const api = client.api.influencers[':id'];

/** Every field of an influencer, with the version. */
export function influencerRecordQuery(id: string) {
  return queryOptions({
    queryKey: ['influencer-record', id],
    queryFn: () => call(api.record.$get({ param: { id } })),
  });
}

/** The saved public page, with its figures. */
export function pagePreviewQuery(id: string) {
  return queryOptions({
    queryKey: ['influencer-page', id],
    queryFn: async () => (await call(api.page.$get({ param: { id } }))).influencer,
  });
}

/** The current influencer; null when deleted. */
export function findInfluencerRecord(id: string) {
  return callOrNull(api.record.$get({ param: { id } }));
}
