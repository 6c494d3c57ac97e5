import type { Secrets } from '#src/platform/config/keys.ts';
import { readToken, signToken } from '#src/platform/config/signed-token.ts';

/** The kind of these links in mail data: their addresses are created when a mail is sent. */
export const REPORT_LINK = 'report-link';

const PURPOSE = 'report link v1';

/** The complaint of a token; null if the signature is invalid. */
export function readReportToken(secrets: Secrets, token: string): string | null {
  return readToken(secrets, PURPOSE, token);
}

/** The token that permits to follow a complaint. */
export function signReportToken(secrets: Secrets, complaintId: string): string {
  return signToken(secrets, PURPOSE, complaintId);
}

/** The address in a mail. The token is in the fragment, which browsers do not send to servers. */
export function reportUrl(
  { publicUrl, secrets }: { publicUrl: string; secrets: Secrets },
  complaintId: string,
): string {
  return `${publicUrl}/report-status#${signReportToken(secrets, complaintId)}`;
}
