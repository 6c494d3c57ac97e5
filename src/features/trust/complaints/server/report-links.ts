import { DomainError } from '#src/lib/problem.ts';
import type { Secrets } from '#src/platform/config/keys.ts';
import { readSignedId, signToken } from '#src/platform/config/signed-token.ts';
import type { Party } from '../complaints.schema.ts';

/** The kinds of these links in mail data: their addresses are created when a mail is sent. */
export const REPORT_LINKS = {
  reporter: 'report-link',
  influencer: 'report-influencer-link',
} as const satisfies Record<Party, string>;

const PURPOSES: Record<Party, string> = {
  reporter: 'report link v1',
  influencer: 'report link of the influencer v1',
};

/** The complaint of a token and whose link it is; null if the signature is invalid. */
export function readReportToken(
  secrets: Secrets,
  token: string,
): { id: string; party: Party } | null {
  for (const party of ['reporter', 'influencer'] as const) {
    const id = readSignedId(secrets, PURPOSES[party], token);
    if (id) return { id, party };
  }
  return null;
}

/** The token that permits a party to follow a complaint. */
export function signReportToken(secrets: Secrets, complaintId: string, party: Party): string {
  return signToken(secrets, PURPOSES[party], complaintId);
}

/** The refusal of a link that leads to no complaint. */
export function unknownLink(): DomainError {
  return new DomainError('not-found', 'This link is incomplete, or its report no longer exists.');
}

/** The address in a mail. The token is in the fragment, which browsers do not send to servers. */
export function reportUrl(
  { publicUrl, secrets }: { publicUrl: string; secrets: Secrets },
  complaintId: string,
  party: Party,
): string {
  return `${publicUrl}/report-status#${signReportToken(secrets, complaintId, party)}`;
}
