import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { PageTabs } from '#src/ui/page/page-tabs.tsx';

const TABS = [
  { value: '/payments', label: 'Payments' },
  { value: '/payment-events', label: 'Provider events' },
  { value: '/reconciliation', label: 'Reconciliation' },
] as const;

type PaymentsTabsProps = { value: (typeof TABS)[number]['value']; children: ReactNode };

/** The payments, the providers' events, which only admins see, and the comparison of the two sides. */
export function PaymentsTabs({ value, children }: PaymentsTabsProps) {
  const navigate = useNavigate();
  const isAdmin = useSession()?.role === 'admin';
  return (
    <PageTabs
      label="Payments and events"
      tabs={TABS.filter((tab) => isAdmin || tab.value !== '/payment-events')}
      value={value}
      onChange={(to) => void navigate({ to })}
    >
      {children}
    </PageTabs>
  );
}
