import { QrCode } from '#src/features/identity/second-factor/ui/qr-code.tsx';
import styles from './age-check-page.module.css';
import { Title } from './age-title.tsx';

type WalletStepProps = {
  /** The request, as a link that the wallet opens. */
  link: string;
  onChange: () => void;
};

/** The request to a wallet: on this phone by a link, on another one by a QR code. */
export function WalletStep({ link, onChange }: WalletStepProps) {
  return (
    <>
      <Title isResult>Show your proof of age</Title>
      <div className={styles.wallet}>
        <p className={styles.onThisDevice}>
          <a href={link} className="button">
            Open your app on this device
          </a>
        </p>
        <div>
          <p>
            On another phone, scan this code with your age verification app or wallet, and agree to
            share that you’re over 18.
          </p>
          <QrCode text={link} label="QR code of the request for your proof of age" />
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
