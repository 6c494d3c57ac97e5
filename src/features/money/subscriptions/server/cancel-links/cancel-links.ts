import type { Secrets } from '#src/platform/config/keys.ts';
import { readSignedId, signToken } from '#src/platform/config/signed-token.ts';

/** The kind of these links in mail data: their addresses are created when a mail is sent. */
export const CANCEL_LINK = 'cancel-link';

const PURPOSE = 'cancel link v1';

/** The token of a mail's cancel link. It only permits to stop the renewals of this subscription. */
export function cancelToken(secrets: Secrets, subscriptionId: string): string {
  return signToken(secrets, PURPOSE, subscriptionId);
}

/** The subscription of a cancel token; null if the signature is invalid. */
export function readCancelToken(secrets: Secrets, token: string): string | null {
  return readSignedId(secrets, PURPOSE, token);
}

/** The address in a mail. The token is in the fragment, which browsers do not send to servers. */
export function cancelUrl(
  { publicUrl, secrets }: { publicUrl: string; secrets: Secrets },
  subscriptionId: string,
): string {
  return `${publicUrl}/cancel#${cancelToken(secrets, subscriptionId)}`;
}
