import { LegalPage } from './legal-page.tsx';
import { TERMS_CONDUCT } from './terms-conduct.tsx';
import { TERMS_DISPUTES } from './terms-disputes.tsx';
import { TERMS_MEMBERSHIP } from './terms-membership.tsx';
import { TERMS_PAYMENTS } from './terms-payments.tsx';
import { TERMS_REPORTS } from './terms-reports.tsx';

export function TermsPage() {
  return (
    <LegalPage
      title="Terms of Service"
      subtitle="The agreement between you and the agency that runs Velvet Rope: who may come in, what a subscription is, how to end it, and what is not allowed here."
      date={{ iso: '2026-11-22', text: 'November 22, 2026' }}
      sections={[
        ...TERMS_MEMBERSHIP,
        ...TERMS_PAYMENTS,
        ...TERMS_CONDUCT,
        ...TERMS_REPORTS,
        ...TERMS_DISPUTES,
      ]}
    />
  );
}
