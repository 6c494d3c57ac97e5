import { LegalPage } from './legal-page.tsx';
import { PRIVACY_COLLECTION } from './privacy-collection.tsx';
import { PRIVACY_HANDLING } from './privacy-handling.tsx';
import { PRIVACY_RIGHTS } from './privacy-rights.tsx';

export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      subtitle="What Velvet Rope knows about you, why, who else sees it, how long we keep it, and what you can do about it."
      date={{ iso: '2026-11-22', text: 'November 22, 2026' }}
      sections={[...PRIVACY_COLLECTION, ...PRIVACY_HANDLING, ...PRIVACY_RIGHTS]}
    />
  );
}
