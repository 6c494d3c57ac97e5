import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { Field } from '#src/ui/forms/field.tsx';
import { showErrorOnceRendered } from '#src/ui/forms/show-error.ts';
import {
  MailLinkFailure,
  MailLinkPage,
  MailLinkText,
  type MailLinkProps,
} from '#src/ui/public/mail-link/mail-link-page.tsx';
import { Step, Steps } from '#src/ui/public/mail-link/status-steps.tsx';
import { canContinueCheck, listMissingProofs } from '../releases.rules.ts';
import type { OpenRelease, OwnRelease } from '../releases.schema.ts';
import { DownloadSigned } from './download-signed.tsx';
import styles from './own-release-page.module.css';
import { ProveIdentity } from './prove-identity.tsx';
import { SignReleaseForm } from './sign-release-form.tsx';
import { UploadDocumentForm } from './upload-document-form.tsx';

const operations = client.api['own-release'];
const read = (token: string) => call(operations.$post({ json: { token } }));

/** The page of an invited person: identify, read and sign a release without an account. */
export function OwnReleasePage() {
  return (
    <MailLinkPage
      aside={{
        title: 'Your say comes first.',
        text: 'Nothing that shows you goes online before you agree.',
      }}
      title="Model release"
      read={read}
      unknown={
        <p>
          It’s incomplete, or the invitation no longer exists. Ask our team for a new one, or{' '}
          <a href="/contact">write to us</a>.
        </p>
      }
    >
      {(found) => <Found {...found} />}
    </MailLinkPage>
  );
}

type FoundProps = MailLinkProps<OwnRelease>;

function Found(props: FoundProps) {
  const { record, isChanged } = props;
  switch (record.state) {
    case 'open':
      return <OpenInvitation {...props} />;
    case 'signed':
      return <Signed {...props} />;
    case 'expired':
      return (
        <MailLinkText title="This invitation has expired" isChanged={isChanged}>
          <p>
            It could be used until {formatUtcDate(record.expiresAt)}. Ask our team for a new one, or{' '}
            <a href="/contact">write to us</a>.
          </p>
        </MailLinkText>
      );
    case 'ended':
      return (
        <MailLinkText title="This invitation has ended" isChanged={isChanged}>
          <p>
            It was cancelled, or replaced by a newer one: look for a later email from us. If there’s
            none, <a href="/contact">write to us</a>.
          </p>
        </MailLinkText>
      );
  }
}

function Signed({ record, isChanged, message, isBusy, change }: FoundProps) {
  return (
    <MailLinkText title="Thank you, it’s signed" isChanged={isChanged}>
      <p>
        You signed this release on {formatTime(record.signedAt!)}. We check your identity next; you
        don’t have to do anything for that once you’ve sent your pictures.
      </p>
      <MailLinkFailure message={message} />
      <DownloadSigned isBusy={isBusy} change={change} record={record} />
      <p className={styles.soft}>
        You may withdraw your consent at any time. Ask our team for your private link, or{' '}
        <a href="/report">report a post that shows you</a>.
      </p>
    </MailLinkText>
  );
}

type Opened = { dateOfBirth: string; release: OpenRelease };

function OpenInvitation(props: FoundProps) {
  const { record, isChanged, message, isBusy, change } = props;
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isContinued, setIsContinued] = useState(false);
  const reopen = async (token: string, dateOfBirth: string) => {
    const release = await call(operations.open.$post({ json: { token, dateOfBirth } }));
    setOpened({ dateOfBirth, release });
    return record;
  };
  if (!opened) {
    return (
      <MailLinkText title={`Hello, ${record.fullName}`} isChanged={isChanged}>
        <p>
          <bdi>{record.agency}</bdi> asks you to sign a release for posts of{' '}
          <bdi>{record.influencer}</bdi> that show you. You need no account.
        </p>
        <Steps>
          <Step title="Confirm who you are" isDone={false}>
            With an ID document and your face.
          </Step>
          <Step title="Read and sign" isDone={false}>
            You receive a copy.
          </Step>
        </Steps>
        <DateOfBirthForm
          message={message}
          isBusy={isBusy}
          onSubmit={(dateOfBirth) => change((token) => reopen(token, dateOfBirth))}
        />
        <p className={styles.soft}>
          This link works until {formatUtcDate(record.expiresAt)}. Don’t forward it.
        </p>
      </MailLinkText>
    );
  }
  const { dateOfBirth, release } = opened;
  const [missing] = listMissingProofs(release);
  if (missing === 'session' || (canContinueCheck(release) && !isContinued)) {
    return (
      <ProveIdentity
        release={release}
        {...{ record, message, isBusy, change, dateOfBirth }}
        onContinue={async () => {
          await change((token) => reopen(token, dateOfBirth));
          setIsContinued(true);
        }}
      />
    );
  }
  if (missing) {
    return (
      <UploadDocumentForm
        key={missing}
        part={missing}
        word={release.word}
        {...{ message, isBusy, dateOfBirth }}
        send={(upload) =>
          change(async (token) => {
            await upload(token);
            return reopen(token, dateOfBirth);
          })
        }
      />
    );
  }
  return <SignReleaseForm release={release} {...{ message, isBusy, change, dateOfBirth }} />;
}

type DateOfBirthFormProps = {
  message: string | undefined;
  isBusy: boolean;
  onSubmit: (dateOfBirth: string) => Promise<void>;
};

function DateOfBirthForm({ message, isBusy, onSubmit }: DateOfBirthFormProps) {
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!value) {
          setError('Enter your date of birth');
          return showErrorOnceRendered(event.currentTarget);
        }
        setError(undefined);
        void onSubmit(value);
      }}
    >
      <Field
        type="date"
        label="Your date of birth"
        hint="It has to be the one that we know."
        autoComplete="bday"
        required
        value={value}
        error={error}
        onChange={(event) => setValue(event.target.value)}
      />
      <MailLinkFailure message={message} />
      {/* Not `disabled`, which would lose the focus. */}
      <button type="submit" className="button" aria-disabled={isBusy}>
        {isBusy ? 'One moment...' : 'Continue'}
      </button>
    </form>
  );
}
