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
// Differences with the providers concern all influencers.
const FOR_UNLIMITED = new Set<string>(['/reconciliation']);

type PaymentsTabsProps = { value: (typeof TABS)[number]['value']; children: ReactNode };

/**
 * The list of payments; for unlimited staff also the comparison with the providers, and for admins their
 * events and the checks of the ledger.
 */
export function PaymentsTabs({ value, children }: PaymentsTabsProps) {
  const navigate = useNavigate();
  const session = useSession();
  const isAdmin = session?.role === 'admin';
  const tabs = TABS.filter(
    ({ value: tab }) =>
      (isAdmin || !FOR_ADMINS.has(tab)) && !(session?.isLimited && FOR_UNLIMITED.has(tab)),
  );
  if (tabs.length === 1) return children;
  return (
    <PageTabs
      label="Payments, events and checks"
      tabs={tabs}
      value={value}
      onChange={(to) => void navigate({ to })}
    >
      {children}
    </PageTabs>
  );
}
