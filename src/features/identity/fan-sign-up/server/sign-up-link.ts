import type { Config } from '#src/platform/config/config.ts';
import type { Secrets } from '#src/platform/config/keys.ts';
import { readSignedId, signToken } from '#src/platform/config/signed-token.ts';

/** The kind of these links in mail data: their addresses are created when a mail is sent. */
export const SIGN_UP_LINK = 'sign-up-link';

const PURPOSE = 'finish sign-up v1';

/** The sign-up of a token; null if the signature is invalid. */
export function readSignUpToken(secrets: Secrets, token: string): string | null {
  return readSignedId(secrets, PURPOSE, token);
}

/** The address in a mail. The token is in the fragment, which browsers do not send to servers. */
export function signUpUrl(
  { publicUrl, secrets }: Pick<Config, 'publicUrl' | 'secrets'>,
  signUpId: string,
): string {
  return `${publicUrl}/finish-sign-up#${signToken(secrets, PURPOSE, signUpId)}`;
}
