import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { isSameName } from '#src/features/trust/agreements/agreement-text.rules.ts';
import { AgreementText } from '#src/features/trust/agreements/ui/agreement-text.tsx';
import { Field } from '#src/ui/forms/field.tsx';
import { showErrorOnceRendered } from '#src/ui/forms/show-error.ts';
import {
  MailLinkFailure,
  MailLinkText,
  type MailLinkProps,
} from '#src/ui/public/mail-link/mail-link-page.tsx';
import type { OpenRelease, OwnRelease } from '../releases.schema.ts';
import styles from './own-release-page.module.css';

type SignReleaseFormProps = Pick<MailLinkProps<OwnRelease>, 'message' | 'isBusy' | 'change'> & {
  release: OpenRelease;
  dateOfBirth: string;
};

/** The release as it will be stored, and the typed name that signs it. */
export function SignReleaseForm(props: SignReleaseFormProps) {
  const { release, dateOfBirth, message, isBusy, change } = props;
  const { legalName, versionId, sha256, text } = release;
  const [name, setName] = useState('');
  const [agrees, setAgrees] = useState(false);
  const [error, setError] = useState<string>();
  function sign() {
    if (!agrees) return setError('Tick the box if you agree');
    if (!isSameName(name, legalName)) {
      return setError('Type the name exactly as it is in the release');
    }
    setError(undefined);
    const json = { dateOfBirth, versionId, sha256, name };
    return change((token) =>
      call(client.api['own-release'].sign.$post({ json: { ...json, token } })),
    );
  }
  return (
    <MailLinkText title="Read and sign" isChanged>
      <AgreementText label="Model release" text={text} isWhole />
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void sign();
          showErrorOnceRendered(event.currentTarget);
        }}
      >
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={agrees}
            onChange={(event) => setAgrees(event.target.checked)}
          />
          <span>I have read this release and agree to it.</span>
        </label>
        <Field
          label="Your full legal name"
          hint={`Typing it is your signature. Type ${legalName}`}
          name="name"
          autoComplete="name"
          required
          value={name}
          error={error}
          onChange={(event) => setName(event.target.value)}
        />
        <MailLinkFailure message={message} />
        <button type="submit" className="button" aria-disabled={isBusy}>
          {isBusy ? 'Signing...' : 'Sign'}
        </button>
        <p className={styles.soft}>
          We store the text, the time, your network address and your browser with the signature. If
          your name is wrong, <a href="/contact">write to us</a> before you sign.
        </p>
      </form>
    </MailLinkText>
  );
}
