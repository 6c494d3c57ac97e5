import { SegmentedControl } from '@mantine/core';
import { formatCount } from '#src/lib/locale/counts.ts';
import { useChosenTabInView } from '#src/ui/page/use-chosen-tab-in-view.ts';
import styles from './list-tabs.module.css';

type ListTabsProps<V extends string> = {
  tabs: readonly { value: V; label: string }[];
  /** Undefined while the counts load; null if nothing is counted. */
  counts: Record<V | 'all', number> | undefined | null;
  /** The tab that is highlighted unless it is empty. */
  warningTab?: NoInfer<V>;
  /** Null selects the first tab, "All". */
  value: V | null;
  onChange: (value: V | null) => void;
};

/** Tabs that filter a list by state, each with its number of rows. */
export function ListTabs<V extends string>(props: ListTabsProps<V>) {
  const { tabs, counts, warningTab, value, onChange } = props;
  const row = useChosenTabInView(`${value} ${counts ? 'counted' : 'loading'}`);
  return (
    <div ref={row} className={styles.tabs}>
      <SegmentedControl<V | 'all'>
        aria-label="Status"
        radius="xl"
        value={value ?? 'all'}
        onChange={(selected) => onChange(selected === 'all' ? null : (selected as V))}
        data={[{ value: 'all' as const, label: 'All' }, ...tabs].map((tab) => ({
          value: tab.value,
          label: (
            <span
              className={styles.tab}
              data-warning={
                (tab.value === warningTab && (counts?.[tab.value] ?? 0) > 0) || undefined
              }
            >
              {tab.label}
              {counts !== null && (
                <span className={styles.count}>
                  {' '}
                  {counts ? formatCount(counts[tab.value]) : '…'}
                </span>
              )}
            </span>
          ),
        }))}
      />
    </div>
  );
}
