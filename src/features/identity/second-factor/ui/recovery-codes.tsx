import { Button, CopyButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import styles from './second-factor.module.css';

type RecoveryCodesProps = { codes: string[]; onDone: () => void };

/** New recovery codes, shown once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = codes.join('\n');
  return (
    <div className={dialog.form}>
      <h2 className={styles.title} ref={heading} tabIndex={-1}>
        Your recovery codes
      </h2>
      <p className={styles.soft}>
        Each of them lets you sign in once without your phone or passkey. Store them where you keep
        your passwords: they can’t be shown again.
      </p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={dialog.actions}>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" radius="xl" onClick={copy}>
              {copied ? 'Copied' : 'Copy All'}
            </Button>
          )}
        </CopyButton>
        <Button
          component="a"
          variant="default"
          radius="xl"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`Velvet Rope recovery codes\n\n${text}\n`)}`}
          download="velvet-rope-recovery-codes.txt"
        >
          Download
        </Button>
        <Button radius="xl" onClick={onDone}>
          I Stored Them
        </Button>
      </div>
    </div>
  );
}
