import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { PageTabs } from '#src/ui/page/page-tabs.tsx';

const TABS = [
  { value: '/agreements', label: 'Signed' },
  { value: '/agreements/missing', label: 'Missing' },
  { value: '/agreements/templates', label: 'Templates' },
] as const;

type AgreementsTabsProps = { value: (typeof TABS)[number]['value']; children: ReactNode };

/** What was signed, who has to sign, and the texts. */
export function AgreementsTabs({ value, children }: AgreementsTabsProps) {
  const navigate = useNavigate();
  return (
    <>
      <PageHead
        title="Agreements"
        subtitle="What influencers and the people in posts have signed. Documents are made from the text that they saw."
      />
      <PageTabs
        label="Agreements"
        tabs={TABS}
        value={value}
        onChange={(to) => void navigate({ to })}
      >
        {children}
      </PageTabs>
    </>
  );
}
