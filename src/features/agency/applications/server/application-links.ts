import type { Secrets } from '#src/platform/config/keys.ts';
import { readSignedId, signToken } from '#src/platform/config/signed-token.ts';

/** The kind of these links in mail data: their addresses are created when a mail is sent. */
export const APPLICATION_LINK = 'application-link';

const PURPOSE = 'application link v1';

/** The application of a token; null if the signature is invalid. */
export function readApplicationToken(secrets: Secrets, token: string): string | null {
  return readSignedId(secrets, PURPOSE, token);
}

/** The address in a mail. The token is in the fragment, which browsers do not send to servers. */
export function applicationUrl(
  { publicUrl, secrets }: { publicUrl: string; secrets: Secrets },
  applicationId: string,
): string {
  return `${publicUrl}/application#${signToken(secrets, PURPOSE, applicationId)}`;
}

/** The reference of an application that people can quote: "VR-6F1E2D3C". */
export function referenceOf(applicationId: string): string {
  return `VR-${applicationId.slice(0, 8).toUpperCase()}`;
}
