import { z } from 'zod';
import { listSearchSchema } from '#src/ui/list-search.ts';
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

/** Where the CSV file of what is filtered is. */
export function exportHrefOf({ search, category, status, sort: order }: InfluencerFilter): string {
  const query = Object.entries({ search, category, status, sort: order }).filter(
    ([, value]) => value,
  );
  return `/api/influencers.csv?${new URLSearchParams(query as [string, string][])}`;
}
