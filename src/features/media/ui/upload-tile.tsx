import { Check, ChevronLeft, ChevronRight, Film, ImageOff, RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import styles from './upload-tile.module.css';
import type { UploadItem } from './use-uploads.ts';

type UploadTileProps = {
  item: UploadItem;
  /** Place in the post, from 1. */
  position: number;
  isLast: boolean;
  onRemove: () => void;
  onRetry: () => void;
  onMove: (step: -1 | 1) => void;
};

const STATUS_TEXT = {
  waiting: 'Waiting',
  uploading: 'Uploading',
  processing: 'Processing…',
  done: 'Uploaded',
  failed: 'Failed',
} as const;

/** One file of the uploader: thumbnail, place, progress and what can be done with it. */
export function UploadTile({ item, position, isLast, onRemove, onRetry, onMove }: UploadTileProps) {
  const { file, status } = item;
  return (
    <li className={styles.tile} data-status={status}>
      <div className={styles.picture}>
        <Thumbnail item={item} />
        <span className={styles.position}>
          <span className="visually-hidden">Position </span>
          {position}
        </span>
        <TileButton label={`Remove ${file.name}`} className={styles.remove} onClick={onRemove}>
          <X size={16} />
        </TileButton>
        <div className={styles.order}>
          {position > 1 && (
            <TileButton label={`Move ${file.name} earlier`} onClick={() => onMove(-1)}>
              <ChevronLeft size={16} />
            </TileButton>
          )}
          {!isLast && (
            <TileButton label={`Move ${file.name} later`} onClick={() => onMove(1)}>
              <ChevronRight size={16} />
            </TileButton>
          )}
        </div>
      </div>
      <div className={styles.facts}>
        <span className={styles.name} title={file.name}>
          {file.name}
        </span>
        <Progress item={item} />
        {status === 'failed' && (
          <>
            <p className={styles.reason}>{item.error}</p>
            <button type="button" className={styles.retry} onClick={onRetry}>
              <RotateCcw size={14} aria-hidden="true" /> Retry
              <span className="visually-hidden"> {file.name}</span>
            </button>
          </>
        )}
      </div>
    </li>
  );
}

function Progress({ item: { file, status, percent } }: { item: UploadItem }) {
  if (status === 'failed') return null;
  return (
    <>
      <progress
        className={styles.progress}
        max={100}
        value={percent}
        aria-label={`Upload of ${file.name}`}
      />
      <span className={styles.state}>
        {status === 'done' && <Check size={14} aria-hidden="true" />}
        {STATUS_TEXT[status]}
        {status !== 'done' && <span>{percent} %</span>}
      </span>
    </>
  );
}

function Thumbnail({ item: { preview, mediaType } }: { item: UploadItem }) {
  const [isBroken, setIsBroken] = useState(false);
  const Placeholder = mediaType === 'image' ? ImageOff : Film;
  if (isBroken) return <Placeholder size={28} aria-hidden="true" className={styles.placeholder} />;
  if (mediaType === 'image') {
    return <img src={preview} alt="" decoding="async" onError={() => setIsBroken(true)} />;
  }
  return (
    // A moment past the start: many films begin in black.
    <video
      src={`${preview}#t=0.5`}
      muted
      playsInline
      preload="metadata"
      onError={() => setIsBroken(true)}
    />
  );
}

type TileButtonProps = {
  label: string;
  className?: string | undefined;
  onClick: () => void;
  children: React.ReactNode;
};

const TileButton = ({ label, className = '', onClick, children }: TileButtonProps) => (
  <button
    type="button"
    className={`${styles.action} ${className}`}
    aria-label={label}
    title={label}
    onClick={onClick}
  >
    {children}
  </button>
);
