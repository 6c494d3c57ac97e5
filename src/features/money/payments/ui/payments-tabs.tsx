import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { PageTabs } from '#src/ui/page/page-tabs.tsx';

const TABS = [
  { value: '/payments', label: 'Payments' },
  { value: '/payment-events', label: 'Provider events' },
  { value: '/ledger-checks', label: 'Ledger' },
] as const;

type PaymentsTabsProps = { value: (typeof TABS)[number]['value']; children: ReactNode };

/** The list of payments; for admins also the providers' events and the checks of the ledger. */
export function PaymentsTabs({ value, children }: PaymentsTabsProps) {
  const navigate = useNavigate();
  if (useSession()?.role !== 'admin') return children;
  return (
    <PageTabs
      label="Payments, events and checks"
      tabs={TABS}
      value={value}
      onChange={(to) => void navigate({ to })}
    >
      {children}
    </PageTabs>
  );
}
