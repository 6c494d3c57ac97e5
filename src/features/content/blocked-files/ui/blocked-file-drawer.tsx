import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { RecordDrawer, RecordInDrawer } from '#src/ui/dialogs/record-drawer.tsx';
import { CopyableText } from '#src/ui/elements/copyable-text.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { Fact, FactList } from '#src/ui/page/facts.tsx';
import type { BlockedFile, BlockedFileDetail } from '../blocked-files.schema.ts';
import { BlockState } from './block-state.tsx';
import { blockedFileQuery } from './blocked-files-queries.ts';
import { HeldFiles } from './held-files.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

/** A blocked file, the stored files that match it, and the uploads that it refused. */
export function BlockedFileDrawer({
  id,
  onClose,
}: {
  id: string | undefined;
  onClose: () => void;
}) {
  const shown = useLastDefined(id);
  return (
    <RecordDrawer opened={id !== undefined} size="34rem" onClose={onClose}>
      {shown !== undefined && <OpenFile key={shown} id={shown} />}
    </RecordDrawer>
  );
}

function OpenFile({ id }: { id: string }) {
  const query = useQuery(blockedFileQuery(id));
  return (
    <RecordInDrawer
      query={query}
      title={query.data?.file.name ?? 'Blocked file'}
      subtitle={query.data && (query.data.file.source === 'list' ? 'From a list' : 'Blocked file')}
      text={{
        loading: 'Loading the blocked file',
        failure: 'Failed to fetch the blocked file',
        missing: 'This blocked file doesn’t exist.',
      }}
    >
      {({ file, uploads, held }) => (
        <>
          <div>
            <BlockState state={file.state} />
          </div>
          <FileFacts file={file} />
          <HeldFiles held={held} />
          <RefusedUploads uploads={uploads} count={file.matchCount} />
          {file.state === 'active' && <LiftButton id={file.id} />}
        </>
      )}
    </RecordInDrawer>
  );
}

const Time = ({ at }: { at: string }) => <time dateTime={at}>{formatTime(at)}</time>;

function FileFacts({ file }: { file: BlockedFile }) {
  const { reason, createdAt, createdBy, sha256, hashCount } = file;
  return (
    <FactList>
      <Fact label="Reason">
        <span dir="auto">{reason}</span>
      </Fact>
      <Fact label="Blocked">
        <Time at={createdAt} />
        <small>{createdBy ?? 'Former colleague'}</small>
      </Fact>
      <Fact label="Recognized by">
        {hashCount === 0
          ? 'the same bytes only'
          : hashCount === 1
            ? 'its look'
            : `its look, in ${formatNumber(hashCount)} scenes`}
        {sha256 && <CopyableText name="SHA-256" text={sha256} />}
      </Fact>
      {file.liftedAt && file.liftReason && (
        <Fact label="Lifted">
          <span dir="auto">{file.liftReason}</span>
          <small>
            {file.liftedBy ?? 'Former colleague'}, <Time at={file.liftedAt} />
          </small>
        </Fact>
      )}
    </FactList>
  );
}

function RefusedUploads({
  uploads,
  count,
}: Pick<BlockedFileDetail, 'uploads'> & { count: number }) {
  if (uploads.length === 0) return <p>No upload has been refused.</p>;
  return (
    <section aria-label="Refused uploads">
      <h3>
        {formatNumber(count)} refused {count === 1 ? 'upload' : 'uploads'}
      </h3>
      <FactList>
        {uploads.map(({ fileName, uploadedBy, matchedAt, distance }, index) => (
          <Fact key={`${matchedAt}${index}`} label={uploadedBy ?? 'Former user'}>
            <span dir="auto">{fileName || 'Unnamed file'}</span>
            <small>
              <Time at={matchedAt} />,{' '}
              {distance === null ? 'the same bytes' : `looks alike: ${distance} of 256 bits differ`}
            </small>
          </Fact>
        ))}
      </FactList>
    </section>
  );
}

function LiftButton({ id }: { id: string }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div>
      <Button radius="xl" variant="default" onClick={() => setAsking(true)}>
        Lift the Block…
      </Button>
      <ReasonDialog
        title="Lift the Block"
        text="Copies of this file can be uploaded again. Refused uploads can be processed again with “Try again”."
        submitLabel="Lift the Block"
        doneText="Block lifted"
        send={(reason) =>
          call(client.api['blocked-files'][':id'].lift.$post({ param: { id }, json: { reason } }))
        }
        opened={isAsking}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
