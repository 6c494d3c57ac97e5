import { useState, type MouseEvent } from 'react';
import { call, client } from '#src/client/client.ts';
import {
  signWithPasskey,
  supportsPasskeys,
} from '#src/features/identity/second-factor/ui/passkey-ceremony.ts';
import { useHydrated } from '#src/ui/elements/use-hydrated.ts';
import { openNextPage } from './open-next-page.ts';

async function signInWithPasskey(rememberMe: boolean): Promise<never> {
  const { passkey } = client.api.auth;
  const used = await signWithPasskey(call(passkey.options.$post()));
  await call(passkey.$post({ json: { ...used, rememberMe } }));
  return openNextPage();
}

type PasskeySignInProps = { disabled: boolean; onError: (error: Error) => void };

/** The button of the sign-in form that needs none of its fields; hidden in browsers without passkeys. */
export function PasskeySignIn({ disabled, onError }: PasskeySignInProps) {
  const isUnsupported = useHydrated() && !supportsPasskeys();
  const [isBusy, setIsBusy] = useState(false);
  async function onClick({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    setIsBusy(true);
    const { rememberMe } = Object.fromEntries(new FormData(currentTarget.form!));
    await signInWithPasskey(rememberMe === 'on').catch(onError);
    setIsBusy(false);
  }
  if (isUnsupported) return null;
  return (
    <button
      type="button"
      className="button button-quiet"
      disabled={disabled || isBusy}
      onClick={(event) => void onClick(event)}
    >
      {isBusy ? 'Waiting for your passkey...' : 'Use a Passkey'}
    </button>
  );
}
