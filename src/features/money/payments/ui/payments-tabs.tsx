import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { PageTabs } from '#src/ui/page/page-tabs.tsx';

const TABS = [
  { value: '/payments', label: 'Payments' },
  { value: '/payment-events', label: 'Provider events' },
  { value: '/reconciliation', label: 'Reconciliation' },
  { value: '/ledger-checks', label: 'Ledger' },
] as const;

const FOR_ADMINS = new Set<string>(['/payment-events', '/ledger-checks']);

type PaymentsTabsProps = { value: (typeof TABS)[number]['value']; children: ReactNode };

/** The list of payments, and the comparison with the providers; for admins also their events and the checks of the ledger. */
export function PaymentsTabs({ value, children }: PaymentsTabsProps) {
  const navigate = useNavigate();
  const isAdmin = useSession()?.role === 'admin';
  return (
    <PageTabs
      label="Payments, events and checks"
      tabs={TABS.filter(({ value: tab }) => isAdmin || !FOR_ADMINS.has(tab))}
      value={value}
      onChange={(to) => void navigate({ to })}
    >
      {children}
    </PageTabs>
  );
}
