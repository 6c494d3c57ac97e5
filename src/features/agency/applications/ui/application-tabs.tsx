import { useQuery } from '@tanstack/react-query';
import { ListTabs } from '#src/ui/list-view/list-tabs.tsx';
import { STATUS_WORDS } from './application-state.tsx';
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
    <ListTabs
      tabs={TABS.map((name) => ({
        value: name,
        label: name === 'all' ? 'All' : STATUS_WORDS[name],
        count: counts?.[name],
      }))}
      value={tab}
      onChange={onTab}
    />
  );
}
