import { Film, ImageOff } from 'lucide-react';
import { useState } from 'react';
import { mediaAddress } from '#src/lib/media-links.ts';
import type { StudioMedia } from '../media.schema.ts';
import type { UploadItem } from './upload-items.ts';
import styles from './upload-picture.module.css';
import type { MediaLinks } from './use-media-token.ts';
import { useMediaToken } from './use-media-token.ts';

type UploadPictureProps = {
  item: UploadItem;
  links: MediaLinks;
  /** What a screen reader says of it; nothing where its name stands beside it. */
  alt?: string;
  /** Whether a film can be played. */
  plays?: boolean;
};

/** The picture of a file: of the local one, else the server's through the gate. It fills its parent. */
export function UploadPicture({ item, links, alt = '', plays = false }: UploadPictureProps) {
  const { local, media, mediaType } = item;
  if (local) {
    return <LocalPicture key={local.preview} {...{ item, alt, plays }} preview={local.preview} />;
  }
  if (media?.state === 'ready') return <ServerPicture {...{ media, links, alt, plays }} />;
  return <Placeholder mediaType={mediaType} />;
}

function Placeholder({ mediaType }: Pick<UploadItem, 'mediaType'>) {
  const Icon = mediaType === 'image' ? ImageOff : Film;
  return <Icon size={28} aria-hidden="true" className={styles.placeholder} />;
}

type LocalPictureProps = { item: UploadItem; preview: string; alt: string; plays: boolean };

function LocalPicture({ item: { mediaType, media }, preview, alt, plays }: LocalPictureProps) {
  const [isBroken, setIsBroken] = useState(false);
  // What the browser says a file is and what it proves to be may differ.
  const type = media?.mediaType ?? mediaType;
  const onError = () => setIsBroken(true);
  if (isBroken) return <Placeholder mediaType={type} />;
  if (type === 'image') {
    return (
      <img className={styles.picture} src={preview} alt={alt} decoding="async" {...{ onError }} />
    );
  }
  return (
    <video
      className={styles.picture}
      // A moment past the start: many films begin in black.
      src={`${preview}#t=0.5`}
      muted
      playsInline
      preload="metadata"
      controls={plays}
      aria-label={alt || undefined}
      onError={onError}
    />
  );
}

type ServerPictureProps = { media: StudioMedia; links: MediaLinks; alt: string; plays: boolean };

function ServerPicture({ media, links, alt, plays }: ServerPictureProps) {
  const { mediaToken, failed, attempt, onLoad, onError } = useMediaToken(
    links.mediaToken,
    links.renewMediaToken,
  );
  if (failed) return <Placeholder mediaType={media.mediaType} />;
  const width = media.widths.find((known) => known >= 320) ?? media.widths[0]!;
  const picture = mediaAddress(media.id, `w${width}`, mediaToken);
  if (plays && media.mediaType === 'video') {
    return (
      <video
        key={attempt}
        className={styles.picture}
        src={mediaAddress(media.id, 'video.mp4', mediaToken)}
        poster={picture}
        controls
        playsInline
        preload="none"
        aria-label={alt}
        onLoadedMetadata={onLoad}
        onError={onError}
      />
    );
  }
  return (
    <img
      key={attempt}
      className={styles.picture}
      src={picture}
      alt={alt}
      decoding="async"
      {...{ onLoad, onError }}
    />
  );
}
