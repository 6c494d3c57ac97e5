import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { ReasonDialog } from '#src/features/content/blocked-files/ui/reason-dialog.tsx';
import { bytesText } from '#src/features/content/media/ui/transfer-rate.ts';
import { itemOfMedia } from '#src/features/content/media/ui/upload-items.ts';
import { UploadPicture } from '#src/features/content/media/ui/upload-picture.tsx';
import type { MediaLinks } from '#src/features/content/media/ui/use-media-token.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { captionPreview } from '#src/lib/text.ts';
import { RecordDrawer, RecordInDrawer } from '#src/ui/dialogs/record-drawer.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { Facts, type TextFact } from '#src/ui/page/facts.tsx';
import type { PostOfFile, VaultFile } from '../vault.schema.ts';
import styles from './vault-file-drawer.module.css';
import { reuseFiles, usesQuery, type Uses } from './vault-queries.ts';

type OpenedFile = { file: VaultFile; links: MediaLinks };
type VaultFileDrawerProps = {
  /** The file; null while the drawer is closed. */
  opened: OpenedFile | null;
  canCreatePosts: boolean;
  /** Whether copies of the file may be blocked. */
  canBlock: boolean;
  onClose: () => void;
};

/** A file of the vault, with the posts and tasks that contain it. */
export function VaultFileDrawer({ opened, onClose, ...rights }: VaultFileDrawerProps) {
  const shown = useLastDefined(opened ?? undefined);
  return (
    <RecordDrawer opened={opened !== null} size="34rem" onClose={onClose}>
      {shown && <FileInDrawer key={shown.file.media.id} {...shown} {...rights} />}
    </RecordDrawer>
  );
}

const STATE_LABELS: Record<PostOfFile['state'], string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  hidden: 'Hidden',
};

type Rights = Pick<VaultFileDrawerProps, 'canCreatePosts' | 'canBlock'>;

function FileInDrawer({ file, links, canCreatePosts, canBlock }: OpenedFile & Rights) {
  const { media, influencer } = file;
  const uses = useQuery(usesQuery(media.id));
  return (
    <RecordInDrawer
      query={uses}
      title={media.fileName || 'Unnamed file'}
      subtitle={influencer.fullName}
      text={{
        loading: 'Loading the file',
        failure: 'Failed to fetch the file',
        missing: 'The file no longer exists',
      }}
    >
      {(found) => (
        <>
          <div className={styles.preview}>
            <UploadPicture
              item={itemOfMedia(media)}
              links={links}
              alt={media.fileName || 'The file'}
              isPlayable
            />
          </div>
          {canCreatePosts && <NewPostButton file={file} />}
          <Facts facts={factsOf(file)} />
          <UsedIn uses={found} isBackOffice={canCreatePosts} />
          {canBlock && <BlockButton mediaId={media.id} />}
        </>
      )}
    </RecordInDrawer>
  );
}

function factsOf({ media, createdAt }: VaultFile): TextFact[] {
  const { width, height, durationSeconds, fileSize } = media;
  return [
    ['Added', formatDate(createdAt)],
    ['Size', bytesText(fileSize)],
    ...(width && height ? [['Dimensions', `${width} × ${height}`] satisfies TextFact] : []),
    ...(durationSeconds ? [['Length', `${Math.round(durationSeconds)} s`] satisfies TextFact] : []),
  ];
}

/** Creates a draft with a copy of the file, and opens it. */
function NewPostButton({ file: { media, influencer } }: { file: VaultFile }) {
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  async function create() {
    setIsBusy(true);
    try {
      const [copy] = await reuseFiles([media.id]);
      const mediaIds = copy ? [copy.id] : [];
      const json = { caption: '', category: null, influencerId: influencer.id, mediaIds };
      const { id } = await call(client.api.posts.drafts.$post({ json }));
      await navigate({ to: '/content/new', search: { draft: id } });
    } catch (error) {
      toast.error('Error', { description: (error as Error).message });
      setIsBusy(false);
    }
  }
  return (
    <Button
      radius="xl"
      loading={isBusy}
      leftSection={<Plus size={17} aria-hidden="true" />}
      onClick={() => void create()}
    >
      New post with this file
    </Button>
  );
}

/** Blocks copies of the file. */
function BlockButton({ mediaId }: { mediaId: string }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div>
      <Button radius="xl" variant="default" onClick={() => setAsking(true)}>
        Block Copies…
      </Button>
      <ReasonDialog
        title="Block Copies of This File"
        text="Nobody can upload this file again, nor a picture or video that looks like it. The file itself stays where it is used: delete its posts to remove it."
        submitLabel="Block Copies"
        doneText="Copies of this file are blocked"
        send={(reason) => call(client.api['blocked-files'].$post({ json: { mediaId, reason } }))}
        opened={isAsking}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

function UsedIn({ uses: { posts, tasks }, isBackOffice }: { uses: Uses; isBackOffice: boolean }) {
  return (
    <section className={styles.uses} aria-label="Used in">
      <h3>Used in</h3>
      <ul>
        {posts.map((post) => (
          <li key={post.id}>
            <PostLink post={post} canOpen={isBackOffice} />
            <span>
              {STATE_LABELS[post.state]} · {formatDate(post.at)}
            </span>
          </li>
        ))}
        {tasks.map((task) => (
          <li key={task.id}>
            {isBackOffice ? (
              <Link to="/tasks" search={{ task: task.id, status: 'all' }}>
                {task.title}
              </Link>
            ) : (
              <Link to="/my-tasks" search={{ task: task.id }}>
                {task.title}
              </Link>
            )}
            <span>Task</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PostLink({ post, canOpen }: { post: PostOfFile; canOpen: boolean }) {
  const text = captionPreview(post.caption) || 'No caption yet';
  if (!canOpen) return <span className={styles.caption}>{text}</span>;
  return post.state === 'draft' ? (
    <Link to="/content/new" search={{ draft: post.id }}>
      {text}
    </Link>
  ) : (
    <Link to="/content/edit/$id" params={{ id: post.id }}>
      {text}
    </Link>
  );
}
