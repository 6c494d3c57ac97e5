import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ListPage } from '#src/lib/listing.ts';
import { listSearchSchema } from './list-search.ts';
import type { Column } from './list-view-props.ts';

type Shape = Record<string, z.ZodType>;

/** `listingShape` and the filters of the list. */
type FilterShape = Shape & { sort: z.ZodDefault<z.ZodType<string>> };

/** Of the address: an order that is not there is the usual one. */
type AddressShape<F extends FilterShape> = {
  [K in keyof F]: K extends 'sort' ? z.ZodOptional<ReturnType<F['sort']['unwrap']>> : F[K];
};

type SearchSchema<S extends Shape> = ReturnType<typeof listSearchSchema<S>>;
type Address<S extends Shape> = z.output<SearchSchema<S>>;

const NOT_FILTERS = ['sort', 'after', 'before'] as const;
type FilterName<F extends FilterShape> = Exclude<keyof F, (typeof NOT_FILTERS)[number]>;

type ListDefinition<F extends FilterShape, O extends Shape, Row, Query> = {
  /** Begins the keys of its queries; the chosen columns are stored in the browser under it. */
  name: string;
  filters: F;
  /** Names in the address what is open over the list: a record, or a dialog. */
  overlays: O;
  /** The filters that "Clear Filters" clears, unless it clears all of them. */
  clearable?: FilterName<F>[];
  /** What the server is asked, where that is not what the address has. */
  toQuery?: (address: Address<AddressShape<F>>) => Query;
  fetchPage: (query: Query) => Promise<ListPage<Row>>;
  /** Address of the file of all rows. */
  csv?: `/api/${string}.csv`;
  staleTime?: number;
};

/** What `useList` and `ListView` need of a list, whose address holds a `Search`. */
export type List<Search, Query, Row, Filter> = {
  name: string;
  clearable: Filter[];
  /** What the server is asked for an address. */
  queryOf: (search: Search) => Query;
  fetchPage: (query: Query) => Promise<ListPage<Row>>;
  csv: string | undefined;
  staleTime: number | undefined;
};

/**
 * Declares a list of the back office. Its route validates the address by `searchSchema`, its page
 * shows a `ListView` of `useList`.
 */
export function defineList<
  F extends FilterShape,
  O extends Shape,
  Row,
  Query extends object = z.output<z.ZodObject<F>>,
>({ name, filters, overlays, csv, staleTime, ...rest }: ListDefinition<F, O, Row, Query>) {
  type Search = Address<AddressShape<F> & O>;
  const defaultSort = filters.sort.parse(undefined);
  const isFilter = (key: string) => !NOT_FILTERS.some((each) => each === key);
  const addressShape = { ...filters, sort: filters.sort.unwrap().optional(), ...overlays };

  function queryOf(search: Search): Query {
    const asked = Object.fromEntries(Object.entries(search).filter(([key]) => key in filters));
    // The compiler does not follow the names of a shape through its entries.
    return rest.toQuery
      ? rest.toQuery(asked as Address<AddressShape<F>>)
      : ({ ...asked, sort: asked.sort ?? defaultSort } as unknown as Query);
  }

  return {
    name,
    clearable: rest.clearable ?? (Object.keys(filters).filter(isFilter) as FilterName<F>[]),
    queryOf,
    fetchPage: rest.fetchPage,
    csv,
    staleTime,
    searchSchema: listSearchSchema(addressShape) as unknown as SearchSchema<AddressShape<F> & O>,
  } satisfies List<Search, Query, Row, FilterName<F>> & { searchSchema: z.ZodType };
}

/** A page of a list's rows; those of the page before stay until it is there. */
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

/** Address of the file of all rows that a list's filters find, on whichever page it is. */
export function csvHref<Search, Query extends object>(
  { csv, queryOf }: List<Search, Query, unknown, unknown>,
  search: Search,
): string | undefined {
  const query = Object.entries(queryOf(search)).filter(
    ([name, value]) => value !== undefined && name !== 'after' && name !== 'before',
  );
  return csv && `${csv}?${new URLSearchParams(query as [string, string][])}`;
}

type Declared = {
  queryOf: (search: never) => { sort: string };
  fetchPage: (query: never) => Promise<ListPage<unknown>>;
};

/** The columns of a list that is declared: their orders are among those that it can be asked for. */
export type ColumnsOf<L extends Declared> = Column<
  Awaited<ReturnType<L['fetchPage']>>['rows'][number],
  ReturnType<L['queryOf']>['sort']
>[];
