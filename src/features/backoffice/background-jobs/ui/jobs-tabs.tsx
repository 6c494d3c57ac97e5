import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageTabs } from '#src/ui/page/page-tabs.tsx';

const TABS = [
  { value: '/jobs', label: 'Failed jobs' },
  { value: '/jobs/queues', label: 'Queues and schedules' },
] as const;

type JobsTabsProps = { value: (typeof TABS)[number]['value']; children: ReactNode };

/** The failed jobs, and the queues with the schedules. */
export function JobsTabs({ value, children }: JobsTabsProps) {
  const navigate = useNavigate();
  return (
    <PageTabs
      label="Failed jobs, queues and schedules"
      tabs={TABS}
      value={value}
      onChange={(to) => void navigate({ to })}
    >
      {children}
    </PageTabs>
  );
}
