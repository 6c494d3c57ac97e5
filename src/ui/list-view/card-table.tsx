import { memo, type ReactNode } from 'react';
import styles from './card-table.module.css';

/** A column of a table; the first one identifies the row. */
export type TableColumn<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligned. */
  isNumber?: boolean;
  /** The total of the row, which a card shows first. */
  isSum?: boolean;
  /** Position on a card: in the corner beside the row's name, without a label, or on its own line. */
  onCard?: 'corner' | 'line';
  /** Hides the label visually, if the cells need none. */
  isLabelHidden?: boolean;
};

type CardTableProps<Row> = { label: string; columns: TableColumn<Row>[]; rows: Row[] };

/** A table that shows each row as a card on phones. */
export function CardTable<Row extends { id: string }>(props: CardTableProps<Row>) {
  return (
    <TableFrame label={props.label}>
      <table className={styles.table}>
        <thead>
          <tr>
            <HeadCells columns={props.columns} />
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={row.id}>
              <RowCells columns={props.columns} row={row} />
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

type TableFrameProps = { label: string; className?: string | undefined; children: ReactNode };

/** A frame that scrolls a wide table sideways, also by keyboard. */
export function TableFrame({ label, className, children }: TableFrameProps) {
  return (
    <div
      className={className ? `${styles.frame} ${className}` : styles.frame}
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      {children}
    </div>
  );
}

export function HeadCells<Row>({ columns }: { columns: TableColumn<Row>[] }) {
  return columns.map(({ label, isNumber, isLabelHidden }) => (
    <th key={label} scope="col" data-number={isNumber}>
      {isLabelHidden ? <span className="visually-hidden">{label}</span> : label}
    </th>
  ));
}

type RowCellsProps<Row> = { columns: TableColumn<Row>[]; row: Row };

/** The cells of a row, memoized because a table may have thousands of rows. */
export const RowCells = memo(function RowCells<Row>({ columns, row }: RowCellsProps<Row>) {
  const [name, ...others] = columns;
  return (
    <>
      <th scope="row">{name?.cell(row)}</th>
      {others.map(({ label, cell, isNumber, isSum, onCard, isLabelHidden }) => (
        <td
          key={label}
          data-label={isLabelHidden ? undefined : label}
          data-number={isNumber}
          data-sum={isSum}
          data-card={onCard}
        >
          {cell(row)}
        </td>
      ))}
    </>
  );
}) as <Row>(props: RowCellsProps<Row>) => ReactNode;
