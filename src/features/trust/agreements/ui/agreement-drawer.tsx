import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PenLine } from 'lucide-react';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { RecordDrawer, RecordInDrawer } from '#src/ui/dialogs/record-drawer.tsx';
import { DownloadButton } from '#src/ui/elements/download-button.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { Fact, FactList } from '#src/ui/page/facts.tsx';
import { AGREEMENT_KIND_LABELS, type SignedAgreement } from '../agreements.schema.ts';
import { SignatureState } from './agreement-state.tsx';
import { AgreementText } from './agreement-text.tsx';
import { signedAgreementQuery } from './agreements-queries.ts';
import styles from './agreements.module.css';

/** What admins do with an agreement; undefined for others. */
type ActionProps = Record<'onCountersign' | 'onTerminate', ((id: string) => void) | undefined>;
type AgreementDrawerProps = ActionProps & { id: string | undefined; onClose: () => void };

/** A signed agreement with its text and the facts of its signatures. */
export function AgreementDrawer({ id, onClose, ...actions }: AgreementDrawerProps) {
  const shown = useLastDefined(id);
  return (
    <RecordDrawer opened={id !== undefined} size="40rem" onClose={onClose}>
      {shown !== undefined && <OpenAgreement key={shown} id={shown} {...actions} />}
    </RecordDrawer>
  );
}

function OpenAgreement({ id, onCountersign, onTerminate }: ActionProps & { id: string }) {
  const query = useQuery(signedAgreementQuery(id));
  const { data } = query;
  return (
    <RecordInDrawer
      query={query}
      title={data ? AGREEMENT_KIND_LABELS[data.kind] : 'Agreement'}
      subtitle={data && <bdi>{data.performer.fullName}</bdi>}
      text={{
        loading: 'Loading the agreement',
        failure: 'Failed to fetch the agreement',
        missing: 'This agreement doesn’t exist, or you don’t have access to it.',
      }}
    >
      {(agreement) => (
        <div className={styles.stack}>
          <div className={styles.actions}>
            <SignatureState {...agreement} />
            <span className={styles.buttons}>
              {onCountersign &&
                agreement.kind === 'creator-agreement' &&
                !agreement.countersignedAt && (
                  <Button
                    radius="xl"
                    leftSection={<PenLine size={16} aria-hidden="true" />}
                    onClick={() => onCountersign(id)}
                  >
                    Countersign
                  </Button>
                )}
              {onTerminate && agreement.countersignedAt && !agreement.terminatedOn && (
                <Button variant="default" radius="xl" onClick={() => onTerminate(id)}>
                  Terminate
                </Button>
              )}
              <DownloadButton radius="xl" href={`/api/signed-agreements/${id}/document.pdf`}>
                PDF
              </DownloadButton>
            </span>
          </div>
          <SignatureFacts agreement={agreement} />
          <AgreementText label="Text as it was shown" text={agreement.text} isWhole />
        </div>
      )}
    </RecordInDrawer>
  );
}

function SignatureFacts({ agreement }: { agreement: SignedAgreement }) {
  const { number, performer, signedName, signedAt, address, userAgent, sha256 } = agreement;
  const { countersignedAt, countersignedName, countersignedAddress } = agreement;
  return (
    <FactList>
      <Fact label="Signed by">
        <Link to="/performers/$id" params={{ id: performer.id }} className="touch-target">
          <bdi>{signedName}</bdi>
        </Link>
        <small>
          <time dateTime={signedAt}>{formatTime(signedAt)}</time>
        </small>
        <small>
          From {address}, {userAgent}
        </small>
      </Fact>
      {countersignedAt && (
        <Fact label="Countersigned by">
          <bdi>{countersignedName}</bdi>
          <small>
            <time dateTime={countersignedAt}>{formatTime(countersignedAt)}</time>
          </small>
          <small>
            From {countersignedAddress}, {agreement.countersignedUserAgent}
          </small>
        </Fact>
      )}
      {agreement.terminatedOn && (
        <Fact label="Terminated as of">
          {formatUtcDate(agreement.terminatedOn)}
          <small>
            <bdi>{agreement.terminationReason}</bdi>
          </small>
          {agreement.terminatedAt && (
            <small>
              By <bdi>{agreement.terminatedBy ?? 'a deleted user'}</bdi>,{' '}
              {formatTime(agreement.terminatedAt)}
            </small>
          )}
        </Fact>
      )}
      <Fact label="Version">{number}</Fact>
      <Fact label="SHA-256 of the text">
        <code className={styles.hash}>{sha256}</code>
      </Fact>
    </FactList>
  );
}
