import { Skeleton, Table } from '@mantine/core';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { memo, useEffect, useId, useRef, useState, type RefObject } from 'react';
import { useCompactRows } from './list-view-columns.ts';
import type { Column, ListViewProps } from './list-view-props.ts';
import { useRows } from './list-view-rows.ts';
import styles from './list-view-table.module.css';
import type { Selection } from './use-selection.ts';

type ListTableProps<Row extends { id: string }> = Pick<
  ListViewProps<Row>,
  'list' | 'label' | 'columns' | 'onOpen' | 'actions' | 'rowVariant'
> & { selection?: Selection<Row> | undefined };

type HeadProps<Row extends { id: string }> = Pick<
  ListTableProps<Row>,
  'list' | 'columns' | 'selection'
> & { hasActions: boolean };

/** The rows of a list as a table, which scrolls sideways if it is too wide. */
export function ListTable<Row extends { id: string }>({
  rows,
  ...props
}: ListTableProps<Row> & { rows: Row[] }) {
  const { list, label, columns, onOpen, actions, rowVariant, selection } = props;
  const { current, handlers } = useRows({ rows, onOpen, selection });
  const box = useRef<HTMLDivElement>(null);
  const isWide = useIsWide(box);
  const { isCompact } = useCompactRows();
  const { after, before } = list.state;
  useEffect(() => {
    box.current?.scrollTo({ top: 0 });
  }, [after, before]);
  return (
    <div
      ref={box}
      className={styles.box}
      data-wide={isWide || undefined}
      data-compact={isCompact || undefined}
      {...(isWide && { role: 'region', 'aria-label': `${label}, scrolls sideways`, tabIndex: 0 })}
    >
      <Table className={styles.table} aria-label={label} verticalSpacing={0} stickyHeader>
        <Head {...props} hasActions={actions !== undefined} />
        <Table.Tbody {...handlers} data-opens={onOpen !== undefined || undefined}>
          {rows.map((row) => (
            <BodyRow
              key={row.id}
              row={row}
              columns={columns}
              actions={actions}
              rowVariant={rowVariant}
              isCurrent={row.id === current}
              isSelected={selection?.isSelectable(row) ? selection.isSelected(row) : undefined}
              hasSelection={selection !== undefined}
            />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

type BodyRowProps<Row extends { id: string }> = Pick<
  ListViewProps<Row>,
  'columns' | 'actions' | 'rowVariant'
> & {
  row: Row;
  isCurrent: boolean;
  /** Undefined if the row cannot be selected. */
  isSelected: boolean | undefined;
  hasSelection: boolean;
};

// Memoized: moving the focus between rows must not render all of them again.
const BodyRow = memo(function BodyRow<Row extends { id: string }>(props: BodyRowProps<Row>) {
  const { row, columns, actions, rowVariant, isCurrent, isSelected, hasSelection } = props;
  const id = useId();
  const nameColumn = columns.find(({ isFixed }) => isFixed);
  return (
    <Table.Tr
      data-row={row.id}
      data-variant={rowVariant?.(row)}
      data-selected={isSelected || undefined}
      tabIndex={isCurrent ? 0 : -1}
    >
      {hasSelection && (
        <Table.Td className={styles.select}>
          {isSelected !== undefined && (
            <SelectBox labelledBy={`${id}-name`} isSelected={isSelected} />
          )}
        </Table.Td>
      )}
      {columns.map((column) =>
        column === nameColumn ? (
          <Table.Th key={column.id} scope="row" className={styles.name}>
            <div id={`${id}-name`} className={styles.cell}>
              {column.cell(row)}
            </div>
          </Table.Th>
        ) : (
          <Table.Td key={column.id} data-number={column.isNumber || undefined}>
            <div className={styles.cell}>{column.cell(row)}</div>
          </Table.Td>
        ),
      )}
      {actions && (
        <Table.Td className={styles.actions}>
          <div>{actions(row)}</div>
        </Table.Td>
      )}
    </Table.Tr>
  );
}) as <Row extends { id: string }>(props: BodyRowProps<Row>) => React.ReactNode;

type SelectBoxProps = { labelledBy: string; isSelected: boolean };

/** The click is handled by the list, which reads the Shift key. */
function SelectBox({ labelledBy, isSelected }: SelectBoxProps) {
  const id = useId();
  return (
    <label className={styles.selectBox}>
      <input
        id={id}
        type="checkbox"
        data-select
        tabIndex={-1}
        aria-label="Select"
        aria-labelledby={`${id} ${labelledBy}`}
        checked={isSelected}
        readOnly
      />
    </label>
  );
}

function SelectPage<Row extends { id: string }>({ selection }: { selection: Selection<Row> }) {
  return (
    <label className={styles.selectBox}>
      <input
        ref={(box) => {
          if (box) box.indeterminate = selection.page === 'some';
        }}
        type="checkbox"
        aria-label="Select all rows of this page"
        checked={selection.page === 'all'}
        disabled={selection.page === 'empty'}
        onChange={selection.togglePage}
      />
    </label>
  );
}

const Head = <Row extends { id: string }>(props: HeadProps<Row>) => (
  <Table.Thead>
    <Table.Tr>
      {props.selection && (
        <Table.Th scope="col" className={styles.select}>
          <SelectPage selection={props.selection} />
        </Table.Th>
      )}
      {props.columns.map((column) => (
        <HeadCell key={column.id} column={column} list={props.list} />
      ))}
      {props.hasActions && (
        <Table.Th scope="col" className={styles.actions}>
          <span className="visually-hidden">Actions</span>
        </Table.Th>
      )}
    </Table.Tr>
  </Table.Thead>
);

type HeadCellProps<Row extends { id: string }> = Pick<HeadProps<Row>, 'list'> & {
  column: Column<Row>;
};

function HeadCell<Row extends { id: string }>({ column, list }: HeadCellProps<Row>) {
  const { label, sort, isNumber } = column;
  const { state } = list;
  const reversed = state.sort.startsWith('-') ? state.sort.slice(1) : `-${state.sort}`;
  const isSorted = sort !== undefined && (sort === state.sort || sort === reversed);
  const direction = state.sort.startsWith('-') ? 'descending' : 'ascending';
  const Arrow = !isSorted ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <Table.Th
      scope="col"
      data-number={isNumber || undefined}
      aria-sort={isSorted ? direction : undefined}
    >
      {sort === undefined ? (
        label
      ) : (
        <button
          type="button"
          className={styles.sort}
          data-sorted={isSorted || undefined}
          onClick={() => list.changeFilter({ sort: isSorted ? reversed : sort })}
        >
          {label}
          <Arrow size={14} aria-hidden="true" />
        </button>
      )}
    </Table.Th>
  );
}

/** Placeholder while the first rows load. */
export function ListTableSkeleton<Row extends { id: string }>(props: ListTableProps<Row>) {
  return (
    <div className={styles.box}>
      <Table className={styles.table} aria-label={props.label} verticalSpacing={0} stickyHeader>
        <Head {...props} hasActions={props.actions !== undefined} />
        <Table.Tbody aria-hidden="true">
          {Array.from({ length: 10 }, (_, index) => (
            <Table.Tr key={index}>
              {props.selection && <Table.Td className={styles.select} />}
              {props.columns.map(({ id, isNumber }, at) => (
                <Table.Td key={id} data-number={isNumber || undefined}>
                  <Skeleton
                    className={styles.skeleton}
                    h={10}
                    w={isNumber ? '3rem' : WIDTHS[(index + at) % WIDTHS.length]}
                  />
                </Table.Td>
              ))}
              {props.actions && <Table.Td />}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

const WIDTHS = ['72%', '54%', '63%', '45%'];

/** Whether the table is wider than the box around it. */
function useIsWide(box: RefObject<HTMLDivElement | null>): boolean {
  const [isWide, setIsWide] = useState(false);
  useEffect(() => {
    const outer = box.current;
    const table = outer?.querySelector('table');
    if (!outer || !table) return;
    const observer = new ResizeObserver(() => setIsWide(table.offsetWidth > outer.clientWidth + 1));
    observer.observe(outer);
    observer.observe(table);
    return () => observer.disconnect();
  }, [box]);
  return isWide;
}
