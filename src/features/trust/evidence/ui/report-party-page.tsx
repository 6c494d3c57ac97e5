import { ReportStatusPage } from '#src/features/trust/complaints/ui/status/report-status-page.tsx';
import { EvidenceUploads } from './evidence-uploads.tsx';

/** The private page of a party of a complaint: its state, questions, files and appeals. */
export function ReportPartyPage() {
  return <ReportStatusPage evidence={(token) => <EvidenceUploads key={token} token={token} />} />;
}
