import { useSortable } from '@dnd-kit/react/sortable';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MediaLinks } from './media-uploader.tsx';
import type { UploadItem } from './upload-items.ts';
import { UploadPicture } from './upload-picture.tsx';
import { UploadProgress } from './upload-progress.tsx';
import styles from './upload-tile.module.css';
import type { Uploads } from './use-uploads.ts';

type UploadTileProps = {
  item: UploadItem;
  index: number;
  isLast: boolean;
  links: MediaLinks;
  uploads: Uploads;
  onMove: (step: -1 | 1) => void;
};

/** One file of the uploader: its picture and place, how far it is, and what can be done with it. */
export function UploadTile({ item, index, isLast, links, uploads, onMove }: UploadTileProps) {
  const { ref, handleRef, isDragging } = useSortable({ id: item.key, index });
  const { fileName, state } = item;
  return (
    <li
      ref={ref}
      className={styles.tile}
      data-state={state}
      data-dragging={isDragging || undefined}
      aria-label={fileName}
    >
      <div className={styles.picture}>
        <UploadPicture item={item} links={links} />
        <button
          type="button"
          ref={handleRef}
          className={styles.handle}
          aria-label={`Reorder ${fileName}, position ${index + 1}`}
        />
        <span className={styles.position} aria-hidden="true">
          {index + 1}
        </span>
        <TileButton
          label={`${item.mediaId ? 'Remove' : 'Cancel'} ${fileName}`}
          className={styles.remove}
          onClick={() => uploads.remove(item)}
        >
          <X size={16} />
        </TileButton>
        <div className={styles.order}>
          {index > 0 && (
            <TileButton label={`Move ${fileName} earlier`} onClick={() => onMove(-1)}>
              <ChevronLeft size={16} />
            </TileButton>
          )}
          {!isLast && (
            <TileButton label={`Move ${fileName} later`} onClick={() => onMove(1)}>
              <ChevronRight size={16} />
            </TileButton>
          )}
        </div>
      </div>
      <div className={styles.facts}>
        <span className={styles.name} title={fileName}>
          {fileName}
        </span>
        <UploadProgress item={item} uploads={uploads} />
      </div>
    </li>
  );
}

type TileButtonProps = {
  label: string;
  className?: string | undefined;
  onClick: () => void;
  children: ReactNode;
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
