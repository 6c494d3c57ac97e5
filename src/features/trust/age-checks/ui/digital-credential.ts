import type { StartedAgeCheck, WalletAnswer } from '../age-checks.schema.ts';

type CredentialRequest = NonNullable<StartedAgeCheck['credentialRequest']>;

/** Whether this browser can look for a wallet itself, on this device and on others. */
export function canRequestCredential({ protocol }: CredentialRequest): boolean {
  return (
    typeof DigitalCredential !== 'undefined' &&
    // Chrome had the interface before this function.
    DigitalCredential.userAgentAllowsProtocol?.(protocol) === true
  );
}

/** What the specification adds to the options, which the types of the browser lack. */
type DigitalOptions = CredentialRequestOptions & { digital: { requests: CredentialRequest[] } };

const readAnswer = (data: { vp_token?: unknown; error?: unknown }): WalletAnswer =>
  data.error === undefined
    ? { vpToken: JSON.stringify(data.vp_token ?? null) }
    : { error: typeof data.error === 'string' ? data.error.slice(0, 200) : '' };

/**
 * Lets the user choose a wallet in the browser's own dialog, after a click.
 * @returns what the wallet answered; null if the user chose none, or there is none
 */
export async function requestCredential(request: CredentialRequest): Promise<WalletAnswer | null> {
  const options: DigitalOptions = { digital: { requests: [request] } };
  try {
    const credential = (await navigator.credentials.get(options)) as DigitalCredential | null;
    return credential && readAnswer(credential.data as Parameters<typeof readAnswer>[0]);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
