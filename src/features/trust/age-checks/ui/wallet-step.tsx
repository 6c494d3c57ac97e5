import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { QrCode } from '#src/features/identity/second-factor/ui/qr-code.tsx';
import type { StartedAgeCheck } from '../age-checks.schema.ts';
import styles from './age-check-page.module.css';
import { Title } from './age-title.tsx';
import { canRequestCredential, requestCredential } from './digital-credential.ts';

type WalletStepProps = {
  check: StartedAgeCheck;
  /** Fetches the state of the check. */
  reload: () => Promise<void>;
  onChange: () => void;
};

/** The request to a wallet: through the browser, on this phone by a link, on another one by a QR code. */
export function WalletStep({ check, reload, onChange }: WalletStepProps) {
  const { url, credentialRequest } = check;
  const request =
    credentialRequest && canRequestCredential(credentialRequest) ? credentialRequest : null;
  return (
    <>
      <Title isResult>Show your proof of age</Title>
      {request && <BrowserWallet request={request} reload={reload} />}
      <div className={styles.wallet}>
        <p className={styles.onThisDevice}>
          <a href={url} className={request ? 'button button-quiet' : 'button'}>
            Open your app on this device
          </a>
        </p>
        <div>
          <p>
            On another phone, scan this code with your age verification app or wallet, and agree to
            share that you’re over 18.
          </p>
          <QrCode text={url} label="QR code of the request for your proof of age" />
        </div>
      </div>
      <p className={styles.soft} role="status">
        Waiting for your app. This page updates by itself.{' '}
        <button type="button" className={styles.link} onClick={onChange}>
          Try another way
        </button>
      </p>
    </>
  );
}

type BrowserWalletProps = {
  request: NonNullable<StartedAgeCheck['credentialRequest']>;
  reload: () => Promise<void>;
};

const NO_WALLET =
  'Your browser found no proof of age. Try again, open your app, or scan the code with another phone.';

/** The wallets that the browser finds. */
function BrowserWallet({ request, reload }: BrowserWalletProps) {
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();

  async function choose(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setMessage(undefined);
    try {
      const answer = await requestCredential(request);
      if (!answer) return setMessage(NO_WALLET);
      const { 'wallet-answer': submit } = client.api['age-check'];
      // A proof that is refused ends the check, which the page then says.
      await call(submit.$post({ json: answer })).catch(() => {});
      await reload();
    } catch {
      setMessage(NO_WALLET);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <p>
        <button
          type="button"
          className="button"
          aria-disabled={isBusy}
          onClick={() => void choose()}
        >
          {isBusy ? 'Waiting for your wallet…' : 'Choose a wallet'}
        </button>
      </p>
      {message && (
        <p className={styles.alert} role="alert">
          {message}
        </p>
      )}
    </>
  );
}
