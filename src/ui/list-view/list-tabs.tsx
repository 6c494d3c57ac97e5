import { SegmentedControl } from '@mantine/core';
import { countLabel } from '#src/lib/listing.ts';
import styles from './list-tabs.module.css';

type ListTabsProps<V extends string> = {
  tabs: readonly { value: V; label: string }[];
  /** Not there while they are being counted. */
  counts: Record<V | 'all', number> | undefined;
  /** What is in it should not be there. */
  late?: NoInfer<V>;
  /** Null is the first tab, which has all. */
  value: V | null;
  onChange: (value: V | null) => void;
};

/** The states that a list can be narrowed to, each with how many there are. */
export const ListTabs = <V extends string>(props: ListTabsProps<V>) => {
  const { tabs, counts, late, value, onChange } = props;
  return (
    <div className={styles.tabs}>
      <SegmentedControl<V | 'all'>
        aria-label="Status"
        radius="xl"
        value={value ?? 'all'}
        onChange={(chosen) => onChange(chosen === 'all' ? null : (chosen as V))}
        data={[{ value: 'all' as const, label: 'All' }, ...tabs].map((tab) => ({
          value: tab.value,
          label: (
            <span
              className={styles.tab}
              data-warning={(tab.value === late && (counts?.[tab.value] ?? 0) > 0) || undefined}
            >
              {tab.label}{' '}
              <span className={styles.count}>{counts ? countLabel(counts[tab.value]) : '…'}</span>
            </span>
          ),
        }))}
      />
    </div>
  );
};
