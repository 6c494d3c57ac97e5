import type { CreationOptions, RequestOptions } from '../passkeys.schema.ts';

/** Whether this browser has passkeys; on pages without HTTPS it has none. */
export function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function';
}

const load = () => import('@simplewebauthn/browser');

const MESSAGES: Record<string, string> = {
  AbortError: 'The passkey request was cancelled.',
  InvalidStateError: 'This device already has a passkey for your account.',
  NotAllowedError: 'No passkey was used. Try again, or choose another way.',
};

function toReadableError(cause: unknown): Error {
  const name = cause instanceof Error ? cause.name : '';
  return new Error(MESSAGES[name] ?? 'This browser can’t use passkeys here.', { cause });
}

/** Lets the user choose a passkey and sign with it. @throws Error with a message for the user */
export async function signWithPasskey(request: Promise<RequestOptions>) {
  // Browsers open their dialog only soon after a click, so both load at the same time.
  const [{ startAuthentication }, optionsJSON] = await Promise.all([load(), request]);
  return startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw toReadableError(error);
  });
}

/** Lets the user create a passkey. @throws Error with a message for the user */
export async function createPasskey(request: Promise<CreationOptions>) {
  const [{ startRegistration }, optionsJSON] = await Promise.all([load(), request]);
  return startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw toReadableError(error);
  });
}
