import { LoaderCircle, TriangleAlert } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { StudioMedia } from '#src/features/content/media/media.schema.ts';
import { useStudioMediaLinks } from '#src/features/content/posts/ui/use-studio-media-links.ts';
import { PostMedia } from '#src/features/content/posts/ui/viewer/post-media.tsx';
import { mediaAddress } from '#src/lib/media-links.ts';
import type { ReviewRecord } from '../reviews.schema.ts';
import styles from './review-dialog.module.css';

const SIZES = '(max-width: 48em) 100vw, 44rem';

/** All files of a post, one below the other. */
export function ReviewMedia({ review }: { review: ReviewRecord }) {
  const { links } = useStudioMediaLinks(review.mediaToken);
  const { media } = review;
  return (
    <ul className={styles.files} aria-label="Files">
      {media.map((file, index) => (
        <li key={file.id}>
          <File
            file={file}
            label={`${file.mediaType === 'video' ? 'Video' : 'Picture'} ${index + 1} of ${media.length}`}
            links={links}
          />
        </li>
      ))}
    </ul>
  );
}

type FileProps = {
  file: StudioMedia;
  label: string;
  links: ReturnType<typeof useStudioMediaLinks>['links'];
};

function File({ file, label, links }: FileProps) {
  const { id, mediaType, width, height, durationSeconds, teaser, widths, state } = file;
  if (state !== 'ready' || width === null || height === null) {
    const Icon = state === 'failed' ? TriangleAlert : LoaderCircle;
    return (
      <p className={styles.missing}>
        <Icon size={20} aria-hidden="true" />
        {state === 'failed' ? `${file.fileName}: ${file.failure ?? 'Failed'}` : 'Processing…'}
      </p>
    );
  }
  const source = { id, widths };
  return (
    <figure className={styles.figure}>
      <div className={styles.fit} style={{ '--ratio': width / height } as CSSProperties}>
        <PostMedia
          media={{ mediaType, width, height, durationSeconds, teaser: teaser ?? '', source }}
          label={label}
          {...links}
          fit="contain"
          sizes={SIZES}
          posterWidth={1280}
        />
      </div>
      <figcaption>
        {label}
        {mediaType === 'image' && (
          <a
            href={mediaAddress(id, `w${widths.at(-1) ?? 0}`, links.mediaToken)}
            target="_blank"
            rel="noreferrer"
            className="touch-target"
          >
            Full size
          </a>
        )}
      </figcaption>
    </figure>
  );
}
