import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { memo, useDeferredValue, useEffect, useRef } from 'react';
import { ApiError } from '#src/lib/api/api-error.ts';
import { BULK_LIMIT } from '#src/lib/listing.ts';
import { formatCount } from '#src/lib/locale/counts.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { useRestoreFocus } from '#src/ui/elements/use-restore-focus.ts';
import { ErrorNotice, Notice } from '#src/ui/page/notice.tsx';
import { ListCards, ListCardsSkeleton } from './list-view-cards.tsx';
import { useColumns } from './list-view-columns.ts';
import { GridSkeleton, ListGrid } from './list-view-grid.tsx';
import { ListPager } from './list-view-pager.tsx';
import { usePages } from './list-view-pages.ts';
import type { ListViewProps } from './list-view-props.ts';
import { ListTable, ListTableSkeleton } from './list-view-table.tsx';
import { ListToolbar } from './list-view-toolbar.tsx';
import styles from './list-view.module.css';
import { SelectAll, SelectionBar } from './selection-bar.tsx';
import { FIRST_PAGE } from './use-list-address.ts';
import { onEscape, useSelection, type Selection } from './use-selection.ts';

/** A list of the back office: search, filters, order, columns and pages; cards on narrow screens. */
export function ListView<Row extends { id: string }, Sort extends string>(
  props: ListViewProps<Row, Sort>,
) {
  const { label, itemLabels, failure } = props;
  const { name, query, state, change } = props.list;
  const container = useRef<HTMLElement>(null);
  const columns = useColumns(name, props.columns);
  const pages = usePages({ container, state, change, query });
  // Without rows, a notice takes their place.
  useFailureToast(query.data ? query.error : null, name, failure);
  const selection = useListSelection(props);
  // After everything else, so that a click shows its effect before many rows are drawn again.
  const content = useDeferredValue({ ...props, columns: columns.shown, selection, onRetry });
  const isBehind = content.list.query.data !== query.data;
  const focus = useRestoreFocus(container, content.list.query.data);
  function onRetry() {
    // The retry button disappears with the error; the focus stays in the list.
    container.current?.focus({ preventScroll: true });
    void query.refetch();
  }
  function clearSelection() {
    // The button disappears with the selection; the focus stays in the list.
    container.current?.focus({ preventScroll: true });
    selection?.clear();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={container}
      tabIndex={-1}
      aria-label={label}
      className={styles.list}
      onKeyDown={onEscape(() => selection?.clear())}
      {...focus}
    >
      <ListToolbar
        {...props}
        choice={columns}
        onArrowDown={() =>
          container.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus()
        }
      />
      <div
        className={styles.content}
        data-stale={query.isPlaceholderData || undefined}
        data-fetching={(query.isFetching && !query.isPending) || undefined}
        aria-busy={query.isFetching || isBehind}
      >
        <Content {...content} />
      </div>
      <ListPager
        label={label}
        count={query.data && rowCount(query.data.total, itemLabels)}
        pages={pages}
        selectionBar={
          selection &&
          selection.rows.length > 0 && (
            <SelectionBar
              selection={selection}
              more={
                <SelectAll
                  selection={selection}
                  total={query.data?.total ?? 0}
                  fetchRows={() => props.list.fetchRows(BULK_LIMIT)}
                />
              }
              onClear={clearSelection}
              exportRows={
                props.list.exportRows &&
                ((ids) => props.list.exportRows!(ids, props.list.state.sort))
              }
            >
              {props.bulk!.actions?.(selection.rows, selection.clear)}
            </SelectionBar>
          )
        }
      />
    </section>
  );
}

const rowCount = (total: number, [one, many]: [string, string]): string =>
  `${formatCount(total)} ${total === 1 ? one : many}`;

/** The selection of a list whose rows can be selected. */
function useListSelection<Row extends { id: string }>({ list, bulk }: ListViewProps<Row>) {
  const selection = useSelection({
    state: list.state,
    pageRows: list.query.data?.rows ?? [],
    isSelectable: bulk?.isSelectable,
  });
  return bulk && selection;
}

/** Paper is as narrow, but a table on it needs fewer pages. */
const NARROW = 'screen and (max-width: 47.99em)';

type ContentProps<Row extends { id: string }> = ListViewProps<Row> & {
  selection: Selection<Row> | undefined;
  onRetry: () => void;
};

const Content = memo(function Content<Row extends { id: string }>(props: ContentProps<Row>) {
  const { failure, grid, onRetry } = props;
  const { state, query, change } = props.list;
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  if (query.isPending) {
    if (grid) return <GridSkeleton card={grid.skeleton} />;
    return isNarrow ? <ListCardsSkeleton {...props} /> : <ListTableSkeleton {...props} />;
  }
  const hasCursor = state.after !== undefined || state.before !== undefined;
  if (!query.data) {
    return hasCursor && isRefused(query.error) ? (
      <EndOfPages onFirstPage={() => change(FIRST_PAGE)} />
    ) : (
      <ErrorNotice title={failure} onRetry={onRetry} />
    );
  }
  const { rows } = query.data;
  if (rows.length > 0) {
    if (grid) return <ListGrid label={props.label} rows={rows} card={grid.card} />;
    return isNarrow ? <ListCards {...props} rows={rows} /> : <ListTable {...props} rows={rows} />;
  }
  if (hasCursor) return <EndOfPages onFirstPage={() => change(FIRST_PAGE)} />;
  return props.list.isFiltered ? props.noResults : props.empty;
}) as <Row extends { id: string }>(props: ContentProps<Row>) => React.ReactNode;

/** Shown if the rows of this page were removed or moved to another page. */
const EndOfPages = ({ onFirstPage }: { onFirstPage: () => void }) => (
  <Notice title="Nothing left on this page">
    <Button variant="default" radius="xl" onClick={onFirstPage}>
      Go to the first page
    </Button>
  </Notice>
);

/** Whether the server rejected the address, such as a truncated cursor: retrying cannot help. */
const isRefused = (error: Error | null): boolean =>
  error instanceof ApiError && error.problem.code === 'invalid-input';

function useFailureToast(error: Error | null, name: string, failure: string): void {
  useEffect(() => {
    if (error) toast.error('Error', { id: `list-${name}`, description: failure });
  }, [error, name, failure]);
}
