import { createHmac } from 'node:crypto';
import { isUuid } from '#src/lib/uuid.ts';
import { isEqualInConstantTime } from '#src/platform/config/constant-time.ts';
import { deriveKey } from '#src/platform/config/keys.ts';

/** The kind of these links in mail data: their addresses are made when a mail is sent. */
export const CANCEL_LINK = 'cancel-link';

const sign = (secret: string, subscriptionId: string): Buffer =>
  createHmac('sha256', deriveKey(secret, 'cancel link v1')).update(subscriptionId).digest();

/**
 * What stands in a mail's cancel link: `<subscription id>.<signature>`. It lets whoever has the
 * mail stop the renewals of this subscription, and nothing else.
 */
export const cancelToken = (secret: string, subscriptionId: string): string =>
  `${subscriptionId}.${sign(secret, subscriptionId).toString('base64url')}`;

/** The subscription that a cancel link is for; null when it is not one of ours. */
export function readCancelToken(secret: string, token: string): string | null {
  const [id = '', signature = ''] = token.split('.');
  if (!isUuid(id)) return null;
  const given = Buffer.from(signature, 'base64url');
  return isEqualInConstantTime(given, sign(secret, id)) ? id : null;
}

/** The address in a mail. In the fragment: browsers send it to no server on the way. */
export const cancelUrl = (
  { publicUrl, secret }: { publicUrl: string; secret: string },
  subscriptionId: string,
): string => `${publicUrl}/cancel#${cancelToken(secret, subscriptionId)}`;
