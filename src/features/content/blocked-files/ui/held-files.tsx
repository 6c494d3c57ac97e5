import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { Fact, FactList } from '#src/ui/page/facts.tsx';
import type { HeldFile } from '../blocked-files.schema.ts';
import { ReasonDialog } from './reason-dialog.tsx';

/** The stored files that match a list, whose posts are not published until somebody has checked them. */
export function HeldFiles({ held }: { held: HeldFile[] }) {
  const [releasing, setReleasing] = useState<string | null>(null);
  const id = useLastDefined(releasing) ?? '';
  if (held.length === 0) return null;
  return (
    <section aria-label="Files that match">
      <h3>Files that match</h3>
      <FactList>
        {held.map((file) => (
          <Fact key={file.id} label={file.owner ?? 'No influencer'}>
            <HeldFact file={file} onRelease={() => setReleasing(file.id)} />
          </Fact>
        ))}
      </FactList>
      <ReasonDialog
        title="Release the File"
        text="It isn’t what the list means. Its post is published again at its old time, unless something else prevents that."
        submitLabel="Release"
        doneText="File released"
        send={(reason) =>
          call(client.api['held-files'][':id'].release.$post({ param: { id }, json: { reason } }))
        }
        opened={releasing !== null}
        onClose={() => setReleasing(null)}
      />
    </section>
  );
}

function HeldFact({ file, onRelease }: { file: HeldFile; onRelease: () => void }) {
  const { fileName, postId, distance, heldAt, releasedAt, releasedBy, releaseReason } = file;
  return (
    <>
      {postId ? (
        <Link to="/content/edit/$id" params={{ id: postId }} className="touch-target">
          <bdi>{fileName || 'Unnamed file'}</bdi>
        </Link>
      ) : (
        <span dir="auto">{fileName || 'Unnamed file'}</span>
      )}
      <small>
        Held since <time dateTime={heldAt}>{formatTime(heldAt)}</time>,{' '}
        {distance === null ? 'the same bytes' : `looks alike: ${distance} of 256 bits differ`}
      </small>
      {releasedAt ? (
        <small>
          Released by {releasedBy ?? 'a former colleague'},{' '}
          <time dateTime={releasedAt}>{formatTime(releasedAt)}</time>:{' '}
          <span dir="auto">{releaseReason}</span>
        </small>
      ) : (
        <div>
          <Button size="xs" radius="xl" variant="default" onClick={onRelease}>
            Release…
          </Button>
        </div>
      )}
    </>
  );
}
