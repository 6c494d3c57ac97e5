import { useSortable } from '@dnd-kit/react/sortable';
import { TileControls } from '#src/ui/files/tile-controls.tsx';
import controls from '#src/ui/files/tile-controls.module.css';
import type { UploadItem } from './upload-items.ts';
import { UploadPicture } from './upload-picture.tsx';
import { UploadProgress } from './upload-progress.tsx';
import styles from './upload-tile.module.css';
import type { MediaLinks } from './use-media-token.ts';
import type { Uploads } from './use-uploads.ts';

type UploadTileProps = {
  item: UploadItem;
  index: number;
  count: number;
  links: MediaLinks;
  uploads: Uploads;
  onMove: (step: -1 | 1) => void;
};

/** One file of the uploader: picture, position, progress and actions. */
export function UploadTile({ item, index, count, links, uploads, onMove }: UploadTileProps) {
  const { ref, handleRef, isDragging } = useSortable({ id: item.key, index });
  const { fileName, state } = item;
  return (
    <li
      ref={ref}
      className={`${controls.tile} ${styles.tile}`}
      data-state={state}
      data-dragging={isDragging || undefined}
      aria-label={fileName}
    >
      <div className={styles.picture}>
        <UploadPicture item={item} links={links} />
        <TileControls
          id={item.key}
          name={fileName}
          index={index}
          count={count}
          handleRef={handleRef}
          reorderLabel={`Reorder ${fileName}, position ${index + 1}`}
          removeLabel={`${item.mediaId ? 'Remove' : 'Cancel'} ${fileName}`}
          onRemove={() => uploads.remove(item)}
          onMove={onMove}
        />
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
