import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListPage } from '#src/lib/listing.ts';
import type { ListState } from './use-list-address.ts';

/** A column of a `ListView`; below 768 pixels a labelled line of each card. */
export type Column<Row, Sort extends string = string> = {
  id: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** The list's order that a click on the head asks for; another click turns it round. */
  sort?: Sort;
  /** Right-aligned, in figures of one width. */
  isNumber?: boolean;
  /** Cannot be left out: what names the row. The first of them is a card's title. */
  isFixed?: boolean;
  /** Not shown until it is chosen in the columns menu. */
  isOptional?: boolean;
};

/** How a row stands out: `late` needs somebody, `muted` is done with. */
export type RowVariant = 'late' | 'muted' | undefined;

/** What `useList` makes of a list that is declared. */
type ShownList<Row, Sort extends string> = {
  /** The chosen columns are kept in the browser under it. */
  name: string;
  state: ListState & { sort: Sort };
  /** Puts a change into the address, in place of what is there. */
  change: (changed: Partial<ListState>) => void;
  /** The same from the first page on. */
  changeFilter: (changed: Partial<ListState>) => void;
  query: Pick<
    UseQueryResult<ListPage<Row>>,
    'data' | 'error' | 'isPending' | 'isFetching' | 'isPlaceholderData' | 'refetch'
  >;
  isFiltered: boolean;
  clear: () => void;
  exportHref: string | undefined;
};

export type ListViewProps<Row extends { id: string }, Sort extends string = string> = {
  list: ShownList<Row, Sort>;
  /** Accessible name of the table. */
  label: string;
  things: [one: string, many: string];
  columns: Column<Row, NoInfer<Sort>>[];
  /** What is said when the rows cannot be fetched. */
  failure: string;
  searchLabel: string;
  /** The list's own filters, beside the search box. */
  filters?: ReactNode;
  /** What Enter or a click on a row does. */
  onOpen?: (row: Row) => void;
  /** Buttons at the row's end. */
  actions?: (row: Row) => ReactNode;
  tone?: (row: Row) => RowVariant;
  /** Shows the rows as cards of their own in a grid, on every screen. */
  grid?: { card: (row: Row) => ReactNode; skeleton: ReactNode };
  empty: ReactNode;
  nothingFound: ReactNode;
};
