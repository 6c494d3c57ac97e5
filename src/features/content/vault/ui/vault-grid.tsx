import { Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { itemOfMedia } from '#src/features/content/media/ui/upload-items.ts';
import { UploadPicture } from '#src/features/content/media/ui/upload-picture.tsx';
import type { MediaLinks } from '#src/features/content/media/ui/use-media-token.ts';
import { useRenewStudioMediaToken } from '#src/features/content/posts/ui/use-studio-media-links.ts';
import { ShowMore } from '#src/ui/list-view/show-more.tsx';
import { ErrorNotice } from '#src/ui/page/notice.tsx';
import type { VaultFile, VaultFilter } from '../vault.schema.ts';
import styles from './vault-grid.module.css';
import { vaultQuery } from './vault-queries.ts';
import { usesText } from './vault-texts.ts';

type VaultGridProps = {
  filter: VaultFilter;
  /** Whether the tiles name the influencer. */
  hasNames?: boolean;
  /** The button or checkbox that covers a tile. */
  cover: (file: VaultFile, links: MediaLinks) => ReactNode;
  empty: ReactNode;
};

/** The files of the vault as tiles, newest first. */
export function VaultGrid({ filter, hasNames = false, cover, empty }: VaultGridProps) {
  const { data, isPending, refetch, ...pages } = useInfiniteQuery(vaultQuery(filter));
  const renewMediaToken = useRenewStudioMediaToken();
  if (isPending) return <GridSkeleton />;
  if (!data) return <ErrorNotice title="Failed to fetch files" onRetry={() => void refetch()} />;
  const filled = data.pages.filter(({ files }) => files.length > 0);
  if (filled.length === 0) return empty;
  return (
    <>
      <ul className={styles.grid} aria-label="Files">
        {filled.flatMap(({ files, mediaToken }) => {
          const links = { mediaToken, renewMediaToken };
          return files.map((file) => (
            <li key={file.media.id} className={styles.tile}>
              <Picture file={file} links={links} />
              <p className={styles.name} title={file.media.fileName}>
                {file.media.fileName || 'Unnamed file'}
              </p>
              {hasNames && <p className={styles.fact}>{file.influencer.fullName}</p>}
              <p className={styles.fact}>{usesText(file)}</p>
              {cover(file, links)}
            </li>
          ));
        })}
      </ul>
      <ShowMore pages={pages} />
    </>
  );
}

function Picture({ file: { media }, links }: { file: VaultFile; links: MediaLinks }) {
  return (
    <div
      className={styles.picture}
      style={media.teaser ? { backgroundImage: `url("${media.teaser}")` } : undefined}
    >
      <UploadPicture item={itemOfMedia(media)} links={links} />
      {media.mediaType === 'video' && (
        <Play className={styles.play} size={16} fill="currentColor" aria-hidden="true" />
      )}
    </div>
  );
}

const GridSkeleton = () => (
  <div className={styles.grid} role="status" aria-label="Loading files">
    {Array.from({ length: 12 }, (_, index) => (
      <Skeleton key={index} className={styles.skeleton!} radius="md" />
    ))}
  </div>
);
