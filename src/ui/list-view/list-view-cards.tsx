import { Skeleton } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import styles from './list-view-cards.module.css';
import type { Column, ListViewProps } from './list-view-props.ts';
import type { Selection } from './use-selection.ts';

type ListCardsProps<Row extends { id: string }> = Pick<
  ListViewProps<Row>,
  'label' | 'columns' | 'onOpen' | 'actions' | 'rowVariant'
> & { selection?: Selection<Row> | undefined };

/** The number of columns in the second line of a card, for lists that do not choose them. */
const SUMMARY_COLUMNS = 3;

/** The rows of a list as cards, for screens that are too narrow for a table. */
export function ListCards<Row extends { id: string }>({
  rows,
  ...props
}: ListCardsProps<Row> & { rows: Row[] }) {
  return (
    <ul className={styles.cards} aria-label={props.label}>
      {rows.map((row) => (
        <Card key={row.id} {...props} row={row} />
      ))}
    </ul>
  );
}

function Card<Row extends { id: string }>({
  row,
  columns,
  ...props
}: ListCardsProps<Row> & { row: Row }) {
  const { onOpen, actions, rowVariant, selection } = props;
  const id = useId();
  const title = columns.find(({ isFixed }) => isFixed) ?? columns[0];
  const values = columns.filter((column) => column !== title);
  return (
    <li
      className={styles.card}
      data-variant={rowVariant?.(row)}
      data-selected={selection?.isSelected(row) || undefined}
    >
      <div className={styles.head}>
        {selection?.isSelectable(row) && (
          <label className={styles.select}>
            <input
              id={`${id}-select`}
              type="checkbox"
              aria-label="Select"
              aria-labelledby={`${id}-select ${id}-title`}
              checked={selection.isSelected(row)}
              onChange={() => selection.toggle(row, false)}
            />
          </label>
        )}
        <div id={`${id}-title`} className={styles.title}>
          {title?.cell(row)}
        </div>
        {onOpen && (
          <button
            type="button"
            id={`${id}-open`}
            className={styles.open}
            aria-label="Open"
            aria-labelledby={`${id}-open ${id}-title`}
            onClick={() => onOpen(row)}
          >
            <ChevronRight size={20} aria-hidden="true" />
          </button>
        )}
      </div>
      <dl className={onOpen ? styles.summary : styles.values}>
        {/* The opened record shows the rest. */}
        {(onOpen ? summaryOf(values) : values).map((column) => (
          <div key={column.id} data-number={column.isNumber || undefined}>
            <dt>{column.label}</dt>
            <dd>{column.cell(row)}</dd>
          </div>
        ))}
      </dl>
      {actions && <div className={styles.actions}>{actions(row)}</div>}
    </li>
  );
}

function summaryOf<Row>(columns: Column<Row>[]): Column<Row>[] {
  const chosen = columns.filter(({ isInSummary }) => isInSummary);
  return chosen.length > 0 ? chosen : columns.slice(0, SUMMARY_COLUMNS);
}

/** Placeholder while the first rows load. */
export function ListCardsSkeleton<Row extends { id: string }>(props: ListCardsProps<Row>) {
  return (
    <div className={styles.cards} aria-hidden="true">
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className={styles.card}>
          <Skeleton h={16} w="55%" my={6} />
          {props.columns.slice(1, props.onOpen ? 2 : 5).map(({ id }) => (
            <Skeleton key={id} h={10} w="100%" my={9} />
          ))}
        </div>
      ))}
    </div>
  );
}
