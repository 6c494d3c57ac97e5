import type { UseQueryResult } from '@tanstack/react-query';
import { createContext, type ReactNode } from 'react';
import type { ListPage } from '#src/lib/listing.ts';
import type { ListState } from './use-list-address.ts';

/** A column of a `ListView`; on screens below 768 pixels, a labelled line of each card. */
export type Column<Row, Sort extends string = string> = {
  id: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** The order that a click on the column header selects; another click reverses it. */
  sort?: Sort;
  /** Right-aligned, with tabular figures. */
  isNumber?: boolean;
  /** Cannot be hidden, because it identifies the row. The first such column is a card's title. */
  isFixed?: boolean;
  /** Hidden until it is chosen in the columns menu. */
  isOptional?: boolean;
  /** In the second line of a card that opens its record; without any, the first three columns are. */
  isInSummary?: boolean;
};

/** The emphasis of a row: `attention` needs action, `muted` needs none. */
export type RowVariant = 'attention' | 'muted' | undefined;

export type ListViewsProps = {
  /** The filters and the order of the list as in its address. */
  filters: object;
  className: string | undefined;
};

/** The menu of saved views, which the frame around the screens provides for all lists. */
export const ListViewsMenu = createContext<((props: ListViewsProps) => ReactNode) | null>(null);

/** What a `ListView` uses of the result of `useList`. */
type ListController<Row, Sort extends string> = {
  /** The key under which the browser stores the chosen columns. */
  name: string;
  state: ListState & { sort: Sort };
  /** The filters and the order as in the address. */
  filters: object;
  /** Changes the address, replacing the history entry. */
  change: (changed: Partial<ListState>) => void;
  /** Changes the address and returns to the first page. */
  changeFilter: (changed: Partial<ListState>) => void;
  query: Pick<
    UseQueryResult<ListPage<Row>>,
    'data' | 'error' | 'isPending' | 'isFetching' | 'isPlaceholderData' | 'refetch'
  >;
  /** Reads up to so many rows that match the filters, regardless of the page. */
  fetchRows: (limit: number) => Promise<Row[]>;
  isFiltered: boolean;
  clear: () => void;
  exportHref: string | undefined;
  /** Saves the selected rows as a file, in an order of the list. */
  exportRows: ((ids: string[], sort: string) => Promise<void>) | undefined;
};

export type ListViewProps<Row extends { id: string }, Sort extends string = string> = {
  list: ListController<Row, Sort>;
  /** Accessible name of the table. */
  label: string;
  /** The noun for a row, such as ["user", "users"]. */
  itemLabels: [one: string, many: string];
  columns: Column<Row, NoInfer<Sort>>[];
  /** The error message if the rows cannot be loaded. */
  failure: string;
  searchLabel: string;
  /** Filters beside the search box. */
  filters?: ReactNode;
  /** Called on Enter or a click on a row. */
  onOpen?: (row: Row) => void;
  /** Buttons at the end of a row. */
  actions?: (row: Row) => ReactNode;
  rowVariant?: (row: Row) => RowVariant;
  /** Lets people select rows, for the actions of a bar and a file of these rows. */
  bulk?: {
    isSelectable?: (row: Row) => boolean;
    actions?: (rows: Row[], clear: () => void) => ReactNode;
  };
  /** Shows the rows as cards in a grid on every screen, instead of a table. */
  grid?: { card: (row: Row) => ReactNode; skeleton: ReactNode };
  empty: ReactNode;
  noResults: ReactNode;
};
