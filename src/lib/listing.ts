import { z } from 'zod';

/** Rows of a page of a back-office list. */
export const LIST_PAGE_SIZE = 50;
/** Lists count so far and no further: what is beyond shows as "1,000+". */
export const COUNT_LIMIT = 1_000;

/** Characters of a cursor: it holds what the list is ordered by, up to 200 characters in any script. */
const CURSOR_LIMIT = 2_000;

type Sorts = readonly [string, ...string[]];
export type SortOrder<S extends Sorts> = S[number] | `-${S[number]}`;

/**
 * What every list of the back office is asked by: words to search for, an order (`-` in front of
 * its name turns it round) and the cursor of a page that came before or after.
 */
export const listingShape = <const S extends Sorts>(sorts: S, first: SortOrder<S>) => ({
  search: z
    .string()
    .trim()
    .max(100)
    .optional()
    .transform((words) => words || undefined),
  sort: z.enum(sorts.flatMap((sort) => [sort, `-${sort}`]) as SortOrder<S>[]).default(
    // The compiler cannot see that it is one of them.
    () => first as never,
  ),
  after: z.string().max(CURSOR_LIMIT).optional(),
  before: z.string().max(CURSOR_LIMIT).optional(),
});

/** A page of a list; `total` is {@link COUNT_LIMIT} + 1 when there are more. */
export const listPageSchema = <R extends z.ZodType>(row: R) =>
  z.object({
    rows: z.array(row),
    total: z.int(),
    previous: z.string().nullable(),
    next: z.string().nullable(),
  });
export type ListPage<Row> = {
  rows: Row[];
  total: number;
  previous: string | null;
  next: string | null;
};

/** "1,234", or "10,000+" for what was counted to that limit and goes on. */
export const countLabel = (count: number, limit = COUNT_LIMIT): string =>
  count > limit ? `${limit.toLocaleString('en-US')}+` : count.toLocaleString('en-US');
