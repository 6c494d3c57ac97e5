import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { PageTabs } from '#src/ui/page/page-tabs.tsx';

const TABS = [
  { value: '/invoices', label: 'Documents' },
  { value: '/tax-report', label: 'Tax report' },
  { value: '/payee-reports', label: 'Payees' },
] as const;

type TaxesTabsProps = { value: (typeof TABS)[number]['value']; children: ReactNode };

/** The list of documents, and the tax reports, which only admins see. */
export function TaxesTabs({ value, children }: TaxesTabsProps) {
  const navigate = useNavigate();
  if (useSession()?.role !== 'admin') return children;
  return (
    <PageTabs
      label="Invoices and taxes"
      tabs={TABS}
      value={value}
      onChange={(to) => void navigate({ to })}
    >
      {children}
    </PageTabs>
  );
}
