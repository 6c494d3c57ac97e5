import { Button, Checkbox, Popover } from '@mantine/core';
import { Columns3 } from 'lucide-react';
import { useCompactRows, type ColumnChoice } from './list-view-columns.ts';
import styles from './list-view-toolbar.module.css';

/** The menu that shows and hides the columns of a list, and makes the rows of all lists compact. */
export function ColumnsMenu<Row>({ choice }: { choice: ColumnChoice<Row> }) {
  const { isCompact, setCompact } = useCompactRows();
  if (choice.choosable.length === 0) return null;
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button
          variant="default"
          className={styles.tool}
          leftSection={<Columns3 size={16} aria-hidden="true" />}
        >
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.columns} aria-label="Columns">
        {choice.choosable.map((column) => (
          <Checkbox
            key={column.id}
            label={column.label}
            checked={choice.isShown(column)}
            onChange={({ currentTarget }) => choice.onChoose(column, currentTarget.checked)}
          />
        ))}
        <Checkbox
          className={styles.density}
          label="Compact rows"
          checked={isCompact}
          onChange={({ currentTarget }) => setCompact(currentTarget.checked)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
