import { useSortable } from '@dnd-kit/react/sortable';
import { RemoveTileButton, TileControls } from '#src/ui/files/tile-controls.tsx';
import { RetryUpload, UploadBar } from '#src/ui/files/upload-state.tsx';
import { PublicImage } from '#src/ui/public/public-image.tsx';
import controls from '#src/ui/files/tile-controls.module.css';
import styles from './image-tile.module.css';
import type { ImageUpload } from './use-image-uploads.ts';

type ImageTileProps = {
  image: string;
  index: number;
  count: number;
  /** Title of the slot: "About". */
  title: string;
  /** Text on the picture. */
  badge: string | false;
  /** Aspect ratio of the frame. */
  aspect: number;
  onRemove: () => void;
  onMove: (step: -1 | 1) => void;
};

/** One picture of a slot, which can be moved by dragging, by keyboard or with arrows. */
export function ImageTile({ image, index, count, title, badge, ...tile }: ImageTileProps) {
  const { ref, handleRef, isDragging } = useSortable({ id: image, index });
  const isOrdered = count > 1;
  const name = `picture ${index + 1} of ${title}`;
  return (
    <li
      ref={isOrdered ? ref : null}
      className={`${controls.tile} ${styles.tile}`}
      data-dragging={isDragging || undefined}
    >
      <PublicImage
        image={image}
        name={title}
        alt={isOrdered ? `${title}, picture ${index + 1} of ${count}` : `${title}, picture`}
        sizes="(max-width: 44rem) 50vw, 20rem"
        aspect={tile.aspect}
      />
      {badge && <span className={styles.badge}>{badge}</span>}
      <TileControls
        id={image}
        name={name}
        index={index}
        count={count}
        handleRef={isOrdered ? handleRef : null}
        reorderLabel={`Reorder ${name}`}
        removeLabel={`Remove ${name}`}
        onRemove={tile.onRemove}
        onMove={tile.onMove}
      />
    </li>
  );
}

type ImageUploadTileProps = { image: ImageUpload; onDrop: () => void; onRetry: () => void };

/** A running or failed upload of a picture. */
export function ImageUploadTile({ image, onDrop, onRetry }: ImageUploadTileProps) {
  const { file, preview, percent, failure } = image;
  return (
    <li className={`${controls.tile} ${styles.tile}`} data-failed={failure !== null || undefined}>
      <div className={styles.preview} style={{ backgroundImage: `url("${preview}")` }} />
      <RemoveTileButton
        label={`${failure === null ? 'Cancel' : 'Dismiss'} ${file.name}`}
        onClick={onDrop}
      />
      <div className={styles.state}>
        {failure === null ? (
          <>
            <UploadBar fileName={file.name} percent={percent} />
            <span>{percent === 0 ? 'Waiting' : percent < 100 ? `${percent}%` : 'Preparing…'}</span>
          </>
        ) : (
          <>
            <span role="alert">{failure.text}</span>
            {failure.canRetry && <RetryUpload fileName={file.name} onClick={onRetry} />}
          </>
        )}
      </div>
    </li>
  );
}
