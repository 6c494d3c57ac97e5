import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ListPage } from '#src/lib/listing.ts';
import { listSearchSchema } from './list-search.ts';
import type { Column } from './list-view-props.ts';

type Shape = Record<string, z.ZodType>;

/** The fields of `listingShape` plus the filters of the list. */
type FilterShape = Shape & { sort: z.ZodDefault<z.ZodType<string>> };

/** The same fields in the address, where a missing order means the default order. */
type AddressShape<F extends FilterShape> = {
  [K in keyof F]: K extends 'sort' ? z.ZodOptional<ReturnType<F['sort']['unwrap']>> : F[K];
};

type SearchSchema<S extends Shape> = ReturnType<typeof listSearchSchema<S>>;
type Address<S extends Shape> = z.output<SearchSchema<S>>;

const NOT_FILTERS = ['sort', 'after', 'before'] as const;
type FilterName<F extends FilterShape> = Exclude<keyof F, (typeof NOT_FILTERS)[number]>;

type ListDefinition<F extends FilterShape, O extends Shape, Row, Query> = {
  /** Prefix of the query keys, and the key under which the browser stores the chosen columns. */
  name: string;
  filters: F;
  /** Search parameters of what is open over the list: a record or a dialog. */
  overlays: O;
  /** The filters that "Clear Filters" clears; all of them by default. */
  clearable?: FilterName<F>[];
  /** Builds the query of the server, if it differs from the address. */
  toQuery?: (address: Address<AddressShape<F>>) => Query;
  fetchPage: (query: Query) => Promise<ListPage<Row>>;
  /** Address of the CSV export. */
  csv?: `/api/${string}.csv`;
  /** Saves selected rows as the same file. */
  exportRows?: (selected: { ids: string[]; sort: z.output<F['sort']> }) => Promise<void>;
  staleTime?: number;
};

/** A declared list as `useList` and `ListView` use it; `Search` is the state in its address. */
export type List<Search, Query, Row, Filter> = {
  name: string;
  clearable: Filter[];
  /** Builds the query of the server from the address. */
  queryOf: (search: Search) => Query;
  /** The filters and the order of the address, without the page and what is open over the list. */
  filtersOf: (search: Search) => object;
  fetchPage: (query: Query) => Promise<ListPage<Row>>;
  csv: string | undefined;
  /** Saves the selected rows as a file. */
  exportRows: ((ids: string[], sort: string) => Promise<void>) | undefined;
  staleTime: number | undefined;
  searchSchema: z.ZodType<Search>;
};

/**
 * Declares a list of the back office. The route declares its address by `addressOf`, and the page
 * passes the result of `useList`, which checks it, to a `ListView`.
 */
export function defineList<
  F extends FilterShape,
  O extends Shape,
  Row,
  Query extends object = z.output<z.ZodObject<F>>,
>({
  name,
  filters,
  overlays,
  csv,
  exportRows,
  staleTime,
  ...rest
}: ListDefinition<F, O, Row, Query>) {
  type Search = Address<AddressShape<F> & O>;
  const defaultSort = filters.sort.parse(undefined);
  const isFilter = (key: string) => !NOT_FILTERS.some((each) => each === key);
  const addressShape = { ...filters, sort: filters.sort.unwrap().optional(), ...overlays };

  function queryOf(search: Search): Query {
    const values = Object.fromEntries(Object.entries(search).filter(([key]) => key in filters));
    // The compiler cannot track the names of a shape through its entries.
    return rest.toQuery
      ? rest.toQuery(values as Address<AddressShape<F>>)
      : ({ ...values, sort: values.sort ?? defaultSort } as unknown as Query);
  }

  return {
    name,
    clearable: rest.clearable ?? (Object.keys(filters).filter(isFilter) as FilterName<F>[]),
    queryOf,
    filtersOf: (search: Search) =>
      Object.fromEntries(
        Object.entries(search).filter(
          ([key]) => key in filters && key !== 'after' && key !== 'before',
        ),
      ),
    fetchPage: rest.fetchPage,
    csv,
    exportRows:
      exportRows &&
      ((ids: string[], sort: string) =>
        exportRows({ ids, sort: filters.sort.parse(sort) as z.output<F['sort']> })),
    staleTime,
    searchSchema: listSearchSchema(addressShape) as unknown as SearchSchema<AddressShape<F> & O>,
  } satisfies Omit<List<Search, Query, Row, FilterName<F>>, 'searchSchema'> & {
    searchSchema: z.ZodType;
  };
}

/** The query of one page of a list; the previous rows stay visible while it loads. */
export function listQuery<Search, Query, Row>(
  { name, queryOf, fetchPage, staleTime }: List<Search, Query, Row, unknown>,
  search: Search,
) {
  const query = queryOf(search);
  return queryOptions({
    queryKey: [name, 'list', query],
    queryFn: () => fetchPage(query),
    placeholderData: keepPreviousData,
    ...(staleTime !== undefined && { staleTime }),
  });
}

/** Reads up to so many rows that match the filters, page by page. */
export async function fetchRows<Search, Query extends object, Row>(
  { queryOf, fetchPage }: List<Search, Query, Row, unknown>,
  search: Search,
  limit: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  const query = { ...queryOf(search), before: undefined };
  let after: string | undefined;
  do {
    const page = await fetchPage({ ...query, after });
    rows.push(...page.rows);
    after = page.next ?? undefined;
  } while (after !== undefined && rows.length < limit);
  return rows.slice(0, limit);
}

/** Address of the CSV export of all rows that match the filters, regardless of the page. */
export function csvHref<Search, Query extends object>(
  { csv, queryOf }: List<Search, Query, unknown, unknown>,
  search: Search,
): string | undefined {
  const query = Object.entries(queryOf(search)).filter(
    ([name, value]) => value !== undefined && name !== 'after' && name !== 'before',
  );
  return csv && `${csv}?${new URLSearchParams(query as [string, string][])}`;
}

type DeclaredList = {
  queryOf: (search: never) => { sort: string };
  fetchPage: (query: never) => Promise<ListPage<unknown>>;
};

/** The columns of a declared list; a column can only sort by an order that the list supports. */
export type ColumnsOf<L extends DeclaredList> = Column<
  Awaited<ReturnType<L['fetchPage']>>['rows'][number],
  ReturnType<L['queryOf']>['sort']
>[];
