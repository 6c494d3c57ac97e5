import type { Config } from '#src/platform/config/config.ts';
import { readSignedId, signToken } from '#src/platform/config/signed-token.ts';

/** The kind of these links in mail data: their addresses are created when a mail is sent. */
export const RELEASE_LINK = 'release-link';
const PURPOSE = 'release invitation v1';

/** The address of an invitation. The token is in the fragment, which browsers do not send to servers. */
export function releaseUrl(
  { publicUrl, secrets }: Pick<Config, 'publicUrl' | 'secrets'>,
  invitationId: string,
): string {
  return `${publicUrl}/release#${signToken(secrets, PURPOSE, invitationId)}`;
}

/** The invitation of a token; null if the signature is invalid. */
export function readReleaseToken({ secrets }: Pick<Config, 'secrets'>, token: string) {
  return readSignedId(secrets, PURPOSE, token);
}
