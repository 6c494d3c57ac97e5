import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { countLabel } from '#src/lib/listing.ts';
import { STATUS_WORDS } from './application-state.tsx';
import styles from './application-tabs.module.css';
import { applicationCountsQuery, TABS, type Tab } from './applications-queries.ts';

type ApplicationTabsProps = {
  tab: Tab;
  /** The counts are of what these words find. */
  search: string | undefined;
  onTab: (tab: Tab) => void;
};

/** All, Pending, Accepted, Rejected, each with how many there are. */
export function ApplicationTabs({ tab, search, onTab }: ApplicationTabsProps) {
  const { data: counts } = useQuery(applicationCountsQuery(search));
  return (
    <div className={styles.tabs}>
      <SegmentedControl
        aria-label="Status"
        radius="xl"
        value={tab}
        onChange={(value) => onTab(TABS.find((name) => name === value)!)}
        data={TABS.map((name) => ({
          value: name,
          label: (
            <span className={styles.tab}>
              {name === 'all' ? 'All' : STATUS_WORDS[name]}{' '}
              <span className={styles.count}>{counts ? countLabel(counts[name]) : '…'}</span>
            </span>
          ),
        }))}
      />
    </div>
  );
}
