import { Button, Checkbox, Skeleton, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileCheck, FilePenLine } from 'lucide-react';
import { z } from 'zod';
import { call, client } from '#src/client/client.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { DownloadButton } from '#src/ui/elements/download-button.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { ErrorNotice, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { Panel } from '#src/ui/page/panel.tsx';
import { isSameName } from '../agreement-text.rules.ts';
import { signatureName, type OwnAgreement } from '../agreements.schema.ts';
import { SignatureState } from './agreement-state.tsx';
import { AgreementText } from './agreement-text.tsx';
import styles from './agreements.module.css';
import { ownAgreementQuery } from './own-agreement-query.ts';

/** The creator agreement of the signed-in influencer: to read, to sign and to download. */
export function OwnAgreementPage() {
  const { data, error, refetch } = useQuery(ownAgreementQuery);
  return (
    <>
      <PageHead title="My Agreement" subtitle="What you and the agency have agreed." />
      {data ? (
        <Agreements {...data} />
      ) : error ? (
        <ErrorNotice title="Failed to fetch your agreement" onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label="Loading your agreement">
          <Skeleton height="20rem" />
        </div>
      )}
    </>
  );
}

function Agreements({ toSign, obstacle, signed }: OwnAgreement) {
  const isNothing = toSign === null && signed.length === 0;
  return (
    <div className={styles.stack}>
      {toSign && signed[0]?.terminatedOn && (
        <p className={styles.soft}>
          Your agreement ended on {formatUtcDate(signed[0].terminatedOn)}. Sign again only if you
          and the agency have agreed to continue; the agency then countersigns.
        </p>
      )}
      {toSign && <SignPanel key={toSign.sha256} toSign={toSign} />}
      {isNothing && (
        <Notice
          icon={obstacle ? FilePenLine : FileCheck}
          title={obstacle ? 'Your agreement is being prepared' : 'Nothing to sign'}
          text={
            obstacle
              ? 'Our team still completes your record. You’ll find the agreement here as soon as it’s ready.'
              : 'You’ll find your agreement here when there’s one to sign.'
          }
        />
      )}
      {signed.length > 0 && (
        <Panel title="Signed">
          <ul className={styles.list}>
            {signed.map(
              ({ id, number, signedAt, countersignedAt, terminatedOn, terminationReason }) => (
                <li key={id}>
                  <div>
                    <strong>Creator agreement, version {number}</strong>
                    <small>
                      You signed {formatDate(signedAt)}
                      {countersignedAt
                        ? `, the agency ${formatDate(countersignedAt)}`
                        : '. The agency signs next.'}
                    </small>
                    {terminatedOn && (
                      <small>
                        Terminated by the agency as of {formatUtcDate(terminatedOn)}:{' '}
                        <bdi>{terminationReason}</bdi>
                      </small>
                    )}
                  </div>
                  <span className={styles.buttons}>
                    {countersignedAt && (
                      <SignatureState
                        kind="creator-agreement"
                        countersignedAt={countersignedAt}
                        terminatedOn={terminatedOn}
                      />
                    )}
                    <DownloadButton
                      size="xs"
                      radius="xl"
                      href={`/api/signed-agreements/${id}/document.pdf`}
                    >
                      PDF
                    </DownloadButton>
                  </span>
                </li>
              ),
            )}
          </ul>
        </Panel>
      )}
    </div>
  );
}

type ToSign = NonNullable<OwnAgreement['toSign']>;

function SignPanel({ toSign }: { toSign: ToSign }) {
  const { versionId, number, text, sha256, legalName, signBy } = toSign;
  const queryClient = useQueryClient();
  const draft = useAppForm({
    initial: { name: '', agrees: false },
    validate: ({ name, agrees }) => ({
      ...fieldErrors<'name'>(z.object({ name: signatureName }).safeParse({ name })),
      ...(name.trim() && !isSameName(name, legalName) && { name: NOT_THE_NAME }),
      ...(!agrees && { agrees: 'Tick the box to sign' }),
    }),
    async send({ name }) {
      const json = { versionId, sha256, name };
      const answer = await call(client.api['own-agreement'].sign.$post({ json }));
      toast.success('Success', { description: 'Your agreement is signed' });
      queryClient.setQueryData(ownAgreementQuery.queryKey, answer);
    },
    onError: async () => {
      // The text may have changed; then the form starts again with the new one.
      await queryClient.invalidateQueries({ queryKey: ownAgreementQuery.queryKey });
      return undefined;
    },
  });
  const { values, errors, change, failure, busy } = draft;
  return (
    <Panel title={`Creator agreement, version ${number}`}>
      {signBy && (
        <p className={styles.soft}>
          There’s a new version. Sign it by {formatUtcDate(signBy)}; until then your earlier
          signature counts.
        </p>
      )}
      <AgreementText label="Creator agreement" text={text} isWhole />
      <form {...draft.form} className={styles.stack}>
        <Checkbox
          label="I have read this agreement and agree to it."
          checked={values.agrees}
          error={errors.agrees}
          onChange={({ currentTarget }) => change({ agrees: currentTarget.checked })}
        />
        <TextInput
          label="Your full legal name"
          description={
            <>
              Typing it is your signature. Type <bdi>{legalName}</bdi>
            </>
          }
          autoComplete="name"
          withAsterisk
          value={values.name}
          error={errors.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        {failure && (
          <p role="alert" className={styles.failure}>
            {failure}
          </p>
        )}
        <p className={styles.soft}>
          We store the text, the time, your network address and your browser with the signature. If
          your name is wrong, <a href="/contact">write to us</a> before you sign.
        </p>
        <Button type="submit" radius="xl" className={styles.sign!} loading={busy}>
          Sign
        </Button>
      </form>
    </Panel>
  );
}

const NOT_THE_NAME = 'Type the name exactly as it is in the agreement';
