import { isUuid } from '#src/lib/uuid.ts';
import type { Secrets } from '#src/platform/config/keys.ts';
import { readToken, signToken } from '#src/platform/config/signed-token.ts';

/** The kind of these links in mail data: their addresses are created when a mail is sent. */
export const PRICE_LINK = 'price-link';

const PURPOSE = 'price link v1';

/** The notice that a link is about. */
export type NoticeId = { priceChangeId: string; subscriptionId: string };

/** The subject of a notice's link. */
export function priceLinkSubject({ priceChangeId, subscriptionId }: NoticeId): string {
  return `${priceChangeId}:${subscriptionId}`;
}

/** The token of a mail's link. It only permits to answer this notice. */
export function priceToken(secrets: Secrets, subject: string): string {
  return signToken(secrets, PURPOSE, subject);
}

/** The notice of a token; null if the signature is invalid. */
export function readPriceToken(secrets: Secrets, token: string): NoticeId | null {
  const [priceChangeId, subscriptionId] = readToken(secrets, PURPOSE, token)?.split(':') ?? [];
  if (!priceChangeId || !isUuid(priceChangeId)) return null;
  return subscriptionId && isUuid(subscriptionId) ? { priceChangeId, subscriptionId } : null;
}

/** The address in a mail. The token is in the fragment, which browsers do not send to servers. */
export function priceUrl(
  { publicUrl, secrets }: { publicUrl: string; secrets: Secrets },
  subject: string,
): string {
  return `${publicUrl}/price#${priceToken(secrets, subject)}`;
}
