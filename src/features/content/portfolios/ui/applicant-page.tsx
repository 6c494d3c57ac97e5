import { ApplicationStatusPage } from '#src/features/agency/applications/ui/status/application-status-page.tsx';
import { PortfolioUploads } from './portfolio-uploads.tsx';

/** The private page of an applicant: the state of the application, questions and photos. */
export function ApplicantPage() {
  return (
    <ApplicationStatusPage portfolio={(token) => <PortfolioUploads key={token} token={token} />} />
  );
}
