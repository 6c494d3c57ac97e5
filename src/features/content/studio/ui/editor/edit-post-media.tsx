import { ImageOff, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import type { StudioMedia } from '#src/features/content/media/media.schema.ts';
import {
  useMediaToken,
  type RenewMediaToken,
} from '#src/features/content/media/ui/use-media-token.ts';
import type { StudioPost } from '#src/features/content/posts/posts.schema.ts';
import { useRenewStudioMediaToken } from '#src/features/content/posts/ui/use-studio-media-links.ts';
import { mediaAddress } from '#src/lib/media-links.ts';
import { toast } from '#src/ui/elements/toast.ts';
import styles from './edit-post-media.module.css';

/** The files of a published post. */
export function EditPostMedia({ post, mediaToken }: { post: StudioPost; mediaToken: string }) {
  const renewMediaToken = useRenewStudioMediaToken();
  const { media } = post;
  const wasWarned = useRef(false);
  const warn = useCallback(() => {
    if (wasWarned.current) return;
    wasWarned.current = true;
    toast.warning('Warning', { description: 'Some media may not display correctly' });
  }, []);
  return (
    <section aria-label="Media">
      <ul className={styles.grid}>
        {media.map((file, index) => (
          <li key={file.id} className={styles.file}>
            <div
              className={styles.frame}
              style={file.teaser ? { backgroundImage: `url("${file.teaser}")` } : undefined}
            >
              <MediaFile
                file={file}
                label={`${file.mediaType === 'video' ? 'Video' : 'Picture'} ${index + 1} of ${media.length}`}
                {...{ mediaToken, renewMediaToken }}
                onFailed={warn}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Links = { mediaToken: string; renewMediaToken: RenewMediaToken };
type MediaFileProps = Links & { file: StudioMedia; label: string; onFailed: () => void };

function MediaFile({ file, ...rest }: MediaFileProps) {
  if (file.state === 'processing') {
    return <Placeholder icon={<LoaderCircle size={22} aria-hidden="true" />} text="Processing…" />;
  }
  if (file.state === 'failed') {
    return (
      <Placeholder
        icon={<TriangleAlert size={22} aria-hidden="true" />}
        text="Content not available"
        reason={`${file.fileName}: ${file.failure ?? 'The file couldn’t be processed'}`}
      />
    );
  }
  return <LinkedFile key={file.id} file={file} {...rest} />;
}

function LinkedFile({ file, label, onFailed, ...links }: MediaFileProps) {
  const link = useMediaToken(links.mediaToken, links.renewMediaToken);
  useEffect(() => {
    if (link.failed) onFailed();
  }, [link.failed, onFailed]);
  if (link.failed) {
    return (
      <Placeholder
        icon={<ImageOff size={22} aria-hidden="true" />}
        text="Failed to load content"
        reason={link.hasRenewalFailed ? 'Failed to get secure URL' : undefined}
      />
    );
  }
  const { id, widths, mediaType } = file;
  const address = (width: number) => mediaAddress(id, `w${width}`, link.mediaToken);
  if (mediaType === 'video') {
    const poster = widths.findLast((width) => width <= 960) ?? widths[0];
    return (
      <video
        key={link.attempt}
        aria-label={label}
        controls
        playsInline
        preload="none"
        src={mediaAddress(id, 'video.mp4', link.mediaToken)}
        poster={poster ? address(poster) : undefined}
        onLoadedMetadata={link.onLoad}
        onError={link.onError}
      />
    );
  }
  return (
    <img
      key={link.attempt}
      alt={label}
      decoding="async"
      src={address(widths.at(-1)!)}
      srcSet={widths.map((width) => `${address(width)} ${width}w`).join(', ')}
      sizes="(max-width: 36rem) 92vw, 24rem"
      onLoad={link.onLoad}
      onError={link.onError}
    />
  );
}

type PlaceholderProps = { icon: ReactNode; text: string; reason?: string | undefined };
const Placeholder = ({ icon, text, reason }: PlaceholderProps) => (
  <div className={styles.placeholder}>
    {icon}
    <p>{text}</p>
    {reason && <p className={styles.reason}>{reason}</p>}
  </div>
);
