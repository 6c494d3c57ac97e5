import { SegmentedControl } from '@mantine/core';
import { countLabel } from '#src/lib/listing.ts';
import styles from './list-tabs.module.css';

type ListTab<V extends string> = {
  value: V;
  label: string;
  /** Unknown while it is being counted. */
  count: number | undefined;
  /** What is in it should not be there. */
  isLate?: boolean;
};

type ListTabsProps<V extends string> = {
  tabs: ListTab<V>[];
  value: V;
  onChange: (value: V) => void;
};

/** The states that a list can be narrowed to, each with how many there are. */
export const ListTabs = <V extends string>({ tabs, value, onChange }: ListTabsProps<V>) => (
  <div className={styles.tabs}>
    <SegmentedControl
      aria-label="Status"
      radius="xl"
      value={value}
      onChange={onChange}
      data={tabs.map((tab) => ({
        value: tab.value,
        label: (
          <span className={styles.tab} data-late={tab.isLate || undefined}>
            {tab.label}{' '}
            <span className={styles.count}>
              {tab.count === undefined ? '…' : countLabel(tab.count)}
            </span>
          </span>
        ),
      }))}
    />
  </div>
);
