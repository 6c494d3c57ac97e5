import { Film as VideoIcon, ImageOff } from 'lucide-react';
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
  /** Accessible name; empty where the file name is shown beside it. */
  alt?: string;
  /** Whether a video has controls. */
  isPlayable?: boolean;
};

/** The picture of a file: the local one, else the stored one. It fills its parent. */
export function UploadPicture({ item, links, alt = '', isPlayable = false }: UploadPictureProps) {
  const { local, media, mediaType } = item;
  if (local) {
    return (
      <LocalPicture key={local.preview} {...{ item, alt, isPlayable }} preview={local.preview} />
    );
  }
  if (media?.state === 'ready') return <ServerPicture {...{ media, links, alt, isPlayable }} />;
  return <Placeholder mediaType={mediaType} />;
}

function Placeholder({ mediaType }: Pick<UploadItem, 'mediaType'>) {
  const Icon = mediaType === 'image' ? ImageOff : VideoIcon;
  return <Icon size={28} aria-hidden="true" className={styles.placeholder} />;
}

type LocalPictureProps = { item: UploadItem; preview: string; alt: string; isPlayable: boolean };

function LocalPicture({ item: { mediaType, media }, preview, alt, isPlayable }: LocalPictureProps) {
  const [isBroken, setIsBroken] = useState(false);
  // The type detected by the server may differ from the type of the browser.
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
      // After the start, because many videos begin with a black frame.
      src={`${preview}#t=0.5`}
      muted
      playsInline
      preload="metadata"
      controls={isPlayable}
      aria-label={alt || undefined}
      onError={onError}
    />
  );
}

type ServerPictureProps = {
  media: StudioMedia;
  links: MediaLinks;
  alt: string;
  isPlayable: boolean;
};

function ServerPicture({ media, links, alt, isPlayable }: ServerPictureProps) {
  const { mediaToken, failed, attempt, onLoad, onError } = useMediaToken(
    links.mediaToken,
    links.renewMediaToken,
  );
  if (failed) return <Placeholder mediaType={media.mediaType} />;
  const width = media.widths.find((known) => known >= 320) ?? media.widths[0]!;
  const picture = mediaAddress(media.id, `w${width}`, mediaToken);
  if (isPlayable && media.mediaType === 'video') {
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
