import { createHmac } from 'node:crypto';
import { isUuid } from '#src/lib/uuid.ts';
import { isEqualInConstantTime } from '#src/platform/config/constant-time.ts';
import { deriveKey } from '#src/platform/config/keys.ts';

/** The kind of these links in mail data: their addresses are created when a mail is sent. */
export const CANCEL_LINK = 'cancel-link';

const sign = (secret: string, subscriptionId: string): Buffer =>
  createHmac('sha256', deriveKey(secret, 'cancel link v1')).update(subscriptionId).digest();

/**
 * The token of a mail's cancel link: `<subscription id>.<signature>`. It only permits to stop the
 * renewals of this subscription.
 */
export function cancelToken(secret: string, subscriptionId: string): string {
  return `${subscriptionId}.${sign(secret, subscriptionId).toString('base64url')}`;
}

/** The subscription of a cancel token; null if the signature is invalid. */
export function readCancelToken(secret: string, token: string): string | null {
  const [id = '', signature = ''] = token.split('.');
  if (!isUuid(id)) return null;
  const given = Buffer.from(signature, 'base64url');
  return isEqualInConstantTime(given, sign(secret, id)) ? id : null;
}

/** The address in a mail. The token is in the fragment, which browsers do not send to servers. */
export function cancelUrl(
  { publicUrl, secret }: { publicUrl: string; secret: string },
  subscriptionId: string,
): string {
  return `${publicUrl}/cancel#${cancelToken(secret, subscriptionId)}`;
}
