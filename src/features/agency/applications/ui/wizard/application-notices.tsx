import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleCheckBig, FileUser } from 'lucide-react';
import { Notice } from '#src/ui/page/notice.tsx';
import { STATUS_LABELS } from '../application-state.tsx';
import { applicationCountsQuery, type Tab } from '../applications-queries.ts';

type NoApplicationsProps = { tab: Tab; onTab: (tab: Tab) => void };

/** The empty state of a tab. */
export function NoApplications({ tab, onTab }: NoApplicationsProps) {
  const { data: counts } = useQuery(applicationCountsQuery(undefined));
  if (tab === 'all' || !counts?.all) {
    return (
      <Notice
        icon={FileUser}
        title="No applications yet"
        text="Applications sent through the form will appear here."
      >
        <Button component="a" href="/signup" target="_blank" variant="default" radius="xl">
          View the form
        </Button>
      </Notice>
    );
  }
  const toAll = (
    <Button variant="default" radius="xl" onClick={() => onTab('all')}>
      Show all
    </Button>
  );
  if (tab === 'pending') {
    return (
      <Notice
        icon={CircleCheckBig}
        title="All caught up"
        text="No applications are waiting for an answer."
      >
        {toAll}
      </Notice>
    );
  }
  return (
    <Notice icon={FileUser} title={`None ${STATUS_LABELS[tab].toLowerCase()} yet`}>
      {toAll}
    </Notice>
  );
}
