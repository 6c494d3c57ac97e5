import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { PROVIDER_LABELS } from '#src/features/agency/verification-providers/verification-providers.schema.ts';
import {
  MailLinkFailure,
  MailLinkText,
  type MailLinkProps,
} from '#src/ui/public/mail-link/mail-link-page.tsx';
import type { OpenRelease, OwnRelease } from '../releases.schema.ts';
import styles from './own-release-page.module.css';

type ProveIdentityProps = Pick<
  MailLinkProps<OwnRelease>,
  'record' | 'message' | 'isBusy' | 'change'
> & {
  release: OpenRelease;
  dateOfBirth: string;
  onContinue: () => Promise<void>;
};

/** Sends the person to the verification provider, in a tab of its own, and back. */
export function ProveIdentity(props: ProveIdentityProps) {
  const { record, message, isBusy, change, release, dateOfBirth, onContinue } = props;
  const [url, setUrl] = useState<string | null>(null);
  const { provider, session } = release;
  const name = PROVIDER_LABELS[provider!];
  const start = () =>
    change(async (token) => {
      const json = { token, dateOfBirth };
      const started = await call(client.api['own-release'].session.$post({ json }));
      setUrl(started.url);
      return record;
    });
  return (
    <MailLinkText title="Confirm who you are" isChanged>
      <p>
        You show your ID document and your face to {name}, which tells us whether they belong
        together and what your document says. We don’t receive the pictures.
      </p>
      <MailLinkFailure message={message} />
      {session === 'resubmission' && (
        <p>Your pictures weren’t good enough. Please take them again.</p>
      )}
      <div className={styles.form}>
        {url ? (
          <a href={url} target="_blank" rel="noreferrer" className="button">
            Open {name} in a New Tab
          </a>
        ) : (
          <button
            type="button"
            className="button"
            aria-disabled={isBusy}
            onClick={() => void start()}
          >
            {isBusy ? 'One moment...' : session ? 'Continue the Check' : 'Start the Check'}
          </button>
        )}
        {(url || session) && (
          <button
            type="button"
            className="button button-quiet"
            aria-disabled={isBusy}
            onClick={() => void onContinue()}
          >
            I’m Done, Continue to Sign
          </button>
        )}
        <p className={styles.soft}>Leave this page open. You come back to it to sign.</p>
      </div>
    </MailLinkText>
  );
}
