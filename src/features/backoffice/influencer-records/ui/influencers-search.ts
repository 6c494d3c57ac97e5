import { z } from 'zod';
import { listSearchSchema } from '#src/ui/list-view/list-search.ts';
import { influencerFilterSchema, type InfluencerFilter } from '../office.schema.ts';

const { sort, ...filterShape } = influencerFilterSchema.shape;

/** What /influencers keeps in its address; `action` is the dialog that is open. */
export const influencersSearchSchema = listSearchSchema({
  ...filterShape,
  sort: sort.unwrap().optional(),
  action: z.literal('create').optional(),
  fromApplication: z.boolean().optional(),
});
export type InfluencersSearch = z.output<typeof influencersSearchSchema>;

/** What the list is asked. */
export const filterOf = ({
  action: _,
  fromApplication: __,
  sort: chosen = '-created',
  ...search
}: InfluencersSearch): InfluencerFilter => ({ ...search, sort: chosen });
