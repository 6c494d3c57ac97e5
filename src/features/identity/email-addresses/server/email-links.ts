import type { Config } from '#src/platform/config/config.ts';
import type { Secrets } from '#src/platform/config/keys.ts';
import { readSignedId, signToken } from '#src/platform/config/signed-token.ts';

type LinkConfig = Pick<Config, 'publicUrl' | 'secrets'>;

/** The kinds of these links in mail data: their addresses are created when a mail is sent. */
export const CONFIRM_EMAIL_LINK = 'confirm-email-link';
export const UNDO_EMAIL_LINK = 'undo-email-link';

const CONFIRM = 'confirm email v1';
const UNDO = 'undo email change v1';

/** The confirmation of a token; null if the signature is invalid. */
export function readConfirmToken(secrets: Secrets, token: string): string | null {
  return readSignedId(secrets, CONFIRM, token);
}

/** The confirmation whose effect a token undoes; null if the signature is invalid. */
export function readUndoToken(secrets: Secrets, token: string): string | null {
  return readSignedId(secrets, UNDO, token);
}

/** The address in a mail. The token is in the fragment, which browsers do not send to servers. */
export function confirmEmailUrl({ publicUrl, secrets }: LinkConfig, id: string): string {
  return `${publicUrl}/confirm-email#${signToken(secrets, CONFIRM, id)}`;
}

/** The address in the mail to the previous address, likewise. */
export function undoEmailUrl({ publicUrl, secrets }: LinkConfig, id: string): string {
  return `${publicUrl}/restore-email#${signToken(secrets, UNDO, id)}`;
}
