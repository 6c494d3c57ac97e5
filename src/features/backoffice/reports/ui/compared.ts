import type { InfluencerReport } from '../reports.schema.ts';

/** What influencers are compared by. */
export const COMPARED = [
  'platformCommissionCents',
  'profitCents',
  'grossCents',
  'growthPercent',
  'subscribers',
  'churnPercent',
  'lifetimeValueCents',
  'reversedCents',
  'posts',
  'lastPostAt',
] as const;
export type Compared = (typeof COMPARED)[number];

function valueOf(row: InfluencerReport, by: Compared): number | null {
  if (by !== 'lastPostAt') return row[by];
  return row.lastPostAt === null ? null : Date.parse(row.lastPostAt);
}

/** Sorts influencers by a figure, highest first; who has none comes last. */
export function sortBy(rows: InfluencerReport[], by: Compared): InfluencerReport[] {
  const compare = (a: number | null, b: number | null) =>
    (b ?? -Infinity) === (a ?? -Infinity) ? 0 : (b ?? -Infinity) - (a ?? -Infinity);
  return rows.toSorted((a, b) => compare(valueOf(a, by), valueOf(b, by)));
}
