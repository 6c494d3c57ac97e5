import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { PageTabs } from '#src/ui/page/page-tabs.tsx';

const TABS = [
  { value: '/record-index', label: 'By Name' },
  { value: '/record-index/works', label: 'By Work' },
] as const;

type RecordIndexTabsProps = { value: (typeof TABS)[number]['value']; children: ReactNode };

/** The two orders of the cross-index. */
export function RecordIndexTabs({ value, children }: RecordIndexTabsProps) {
  const navigate = useNavigate();
  return (
    <>
      <PageHead
        title="2257 Records"
        subtitle="Everyone depicted, by every name they have used, and every work with its address (28 CFR 75.2). Records are retained for 7 years after they were last needed."
      />
      <PageTabs
        label="2257 records"
        tabs={TABS}
        value={value}
        onChange={(to) => void navigate({ to })}
      >
        {children}
      </PageTabs>
    </>
  );
}
