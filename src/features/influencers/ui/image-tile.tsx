import { useSortable } from '@dnd-kit/react/sortable';
import { ChevronLeft, ChevronRight, RotateCcw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { PublicImage } from '#src/ui/public-image.tsx';
import styles from './image-tile.module.css';
import type { SentImage } from './use-image-uploads.ts';

type ImageTileProps = {
  image: string;
  index: number;
  count: number;
  /** Of which place of the page: "About". */
  title: string;
  /** Said on the picture itself. */
  badge: string | false;
  /** Width of a frame by its height. */
  aspect: number;
  onRemove: () => void;
  onMove: (step: -1 | 1) => void;
};

/** Ids of the buttons that move a picture, by which a moved one gets the focus back. */
export const moveButtonId = (image: string, step: -1 | 1) =>
  `${image}${step < 0 ? '-earlier' : '-later'}`;

/** One picture of a place, to be moved by dragging, by the keyboard or by its arrows. */
export function ImageTile({ image, index, count, title, badge, ...tile }: ImageTileProps) {
  const { ref, handleRef, isDragging } = useSortable({ id: image, index });
  const isOrdered = count > 1;
  const name = `picture ${index + 1} of ${title}`;
  return (
    <li
      ref={isOrdered ? ref : null}
      className={styles.tile}
      data-dragging={isDragging || undefined}
    >
      <PublicImage
        image={image}
        name={title}
        alt={isOrdered ? `${title}, picture ${index + 1} of ${count}` : `${title}, picture`}
        sizes="(max-width: 44rem) 50vw, 20rem"
        aspect={tile.aspect}
      />
      {isOrdered && (
        <>
          <button
            type="button"
            ref={handleRef}
            className={styles.handle}
            aria-label={`Reorder ${name}`}
          />
          <span className={styles.position} aria-hidden="true">
            {index + 1}
          </span>
        </>
      )}
      {badge && <span className={styles.badge}>{badge}</span>}
      <TileButton label={`Remove ${name}`} className={styles.remove} onClick={tile.onRemove}>
        <X size={16} />
      </TileButton>
      <div className={styles.order}>
        {index > 0 && (
          <TileButton
            id={moveButtonId(image, -1)}
            label={`Move ${name} earlier`}
            onClick={() => tile.onMove(-1)}
          >
            <ChevronLeft size={16} />
          </TileButton>
        )}
        {index < count - 1 && (
          <TileButton
            id={moveButtonId(image, 1)}
            label={`Move ${name} later`}
            onClick={() => tile.onMove(1)}
          >
            <ChevronRight size={16} />
          </TileButton>
        )}
      </div>
    </li>
  );
}

type SentImageTileProps = { image: SentImage; onDrop: () => void; onRetry: () => void };

/** A picture on its way, or one that could not be sent. */
export function SentImageTile({ image, onDrop, onRetry }: SentImageTileProps) {
  const { file, preview, percent, failure } = image;
  return (
    <li className={styles.tile} data-failed={failure !== null || undefined}>
      <div className={styles.preview} style={{ backgroundImage: `url("${preview}")` }} />
      <TileButton
        label={`${failure === null ? 'Cancel' : 'Dismiss'} ${file.name}`}
        className={styles.remove}
        onClick={onDrop}
      >
        <X size={16} />
      </TileButton>
      <div className={styles.state}>
        {failure === null ? (
          <>
            <progress max={100} value={percent} aria-label={`Upload of ${file.name}`} />
            <span>{percent === 0 ? 'Waiting' : percent < 100 ? `${percent} %` : 'Preparing…'}</span>
          </>
        ) : (
          <>
            <span role="alert">{failure.text}</span>
            {failure.canRetry && (
              <button type="button" className={styles.retry} onClick={onRetry}>
                <RotateCcw size={13} aria-hidden="true" /> Retry
                <span className="visually-hidden"> {file.name}</span>
              </button>
            )}
          </>
        )}
      </div>
    </li>
  );
}

type TileButtonProps = {
  id?: string;
  label: string;
  className?: string | undefined;
  onClick: () => void;
  children: ReactNode;
};

const TileButton = ({ id, label, className = '', onClick, children }: TileButtonProps) => (
  <button
    type="button"
    id={id}
    className={`${styles.action} ${className}`}
    aria-label={label}
    title={label}
    onClick={onClick}
  >
    {children}
  </button>
);
