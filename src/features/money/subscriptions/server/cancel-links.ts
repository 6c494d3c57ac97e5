import { readToken, signToken } from '#src/platform/config/signed-token.ts';

/** The kind of these links in mail data: their addresses are created when a mail is sent. */
export const CANCEL_LINK = 'cancel-link';

const PURPOSE = 'cancel link v1';

/** The token of a mail's cancel link. It only permits to stop the renewals of this subscription. */
export function cancelToken(secret: string, subscriptionId: string): string {
  return signToken(secret, PURPOSE, subscriptionId);
}

/** The subscription of a cancel token; null if the signature is invalid. */
export function readCancelToken(secret: string, token: string): string | null {
  return readToken(secret, PURPOSE, token);
}

/** The address in a mail. The token is in the fragment, which browsers do not send to servers. */
export function cancelUrl(
  { publicUrl, secret }: { publicUrl: string; secret: string },
  subscriptionId: string,
): string {
  return `${publicUrl}/cancel#${cancelToken(secret, subscriptionId)}`;
}
