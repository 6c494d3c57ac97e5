import { z } from 'zod';
import { formatNumber } from '#src/lib/locale/numbers.ts';

/** Rows per page of a back-office list. */
export const LIST_PAGE_SIZE = 50;
/** The maximum number of rows that can be selected and changed at once. */
export const BULK_LIMIT = 1_000;

/** Maximum length of a search text, which may be an address. */
export const SEARCH_MAXIMUM_LENGTH = 300;

/** Maximum length of a cursor, which contains a sort value of up to 200 characters in any script. */
const CURSOR_LIMIT = 2_000;

type Sorts = readonly [string, ...string[]];
export type SortOrder<S extends Sorts> = S[number] | `-${S[number]}`;

/**
 * The query of every back-office list: a search text, an order (the prefix `-` reverses it) and the
 * cursor of the previous or next page.
 */
export function listingShape<const S extends Sorts>(sorts: S, defaultSort: SortOrder<S>) {
  return {
    search: z
      .string()
      .trim()
      .max(SEARCH_MAXIMUM_LENGTH)
      .transform((text) => text || undefined)
      .optional(),
    sort: z.enum(sorts.flatMap((sort) => [sort, `-${sort}`]) as SortOrder<S>[]).default(
      // The compiler cannot know that the default is one of the orders.
      () => defaultSort as never,
    ),
    after: z.string().max(CURSOR_LIMIT).optional(),
    before: z.string().max(CURSOR_LIMIT).optional(),
  };
}

/** A page of a list; `total` is COUNT_LIMIT + 1 if there are more rows than the limit. */
export function listPageSchema<R extends z.ZodType>(row: R) {
  return z.object({
    rows: z.array(row),
    total: z.int(),
    previous: z.string().nullable(),
    next: z.string().nullable(),
  });
}
export type ListPage<Row> = {
  rows: Row[];
  total: number;
  previous: string | null;
  next: string | null;
};

/** The ids of the records that a bulk change is for; repeated ids count once. */
export const bulkIds = z
  .array(z.uuid())
  .min(1, 'Select at least one row')
  .max(BULK_LIMIT, `At most ${formatNumber(BULK_LIMIT)} rows can be changed at once`);

/** Selects rows of a list for a file, in one of its orders. */
export function selectedRowsSchema<S extends z.ZodType>({ sort }: { sort: S }) {
  return z.object({ ids: bulkIds, sort });
}

/** The query of a file: of all rows that match the filters, or of the selected ones. */
export type Exported<Query> = Omit<Query, 'after' | 'before'> & { ids?: string[] };

/** What a bulk change did: each record is either changed or refused with a reason. */
export const bulkResultSchema = z.object({
  changed: z.array(z.uuid()),
  refused: z.array(z.object({ id: z.uuid(), reason: z.string() })),
});
export type BulkResult = z.infer<typeof bulkResultSchema>;
