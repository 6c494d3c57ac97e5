import { useState } from 'react';
import { Reorderable } from '#src/ui/files/reorderable.tsx';
import styles from './upload-list.module.css';
import { UploadTile } from './upload-tile.tsx';
import type { MediaLinks } from './use-media-token.ts';
import type { Uploads } from './use-uploads.ts';

/** The files in order; they can be reordered by dragging, by keyboard or with arrows. */
export function UploadList({ uploads, links }: { uploads: Uploads; links: MediaLinks }) {
  const { items, maximum } = uploads;
  const completeCount = items.filter(({ mediaId }) => mediaId !== null).length;
  const [announcement, setAnnouncement] = useState('');

  const nameAt = (index: number) => items[index]?.fileName ?? 'The file';
  const positionText = (index: number) => `position ${index + 1} of ${items.length}`;
  function move(from: number, to: number) {
    if (from === to || to < 0 || to >= items.length) return;
    setAnnouncement(`Moved ${nameAt(from)} to ${positionText(to)}`);
    uploads.move(from, to);
  }

  return (
    <>
      <p className={styles.count} role="status">
        {completeCount} of {items.length} uploaded
        <span>{maximum - items.length} more possible</span>
      </p>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <Reorderable
        itemLabel="file"
        announcements={{
          grabbed: (from) => `Picked up ${nameAt(from)}, ${positionText(from)}`,
          over: (to) => `Over ${positionText(to)}`,
          dropped: () => undefined,
          cancelled: (from) => `Left ${nameAt(from)} where it was`,
        }}
        onMove={move}
      >
        <ol className={styles.tiles} aria-label="Files">
          {items.map((item, index) => (
            <UploadTile
              key={item.key}
              item={item}
              index={index}
              count={items.length}
              links={links}
              uploads={uploads}
              onMove={(step) => move(index, index + step)}
            />
          ))}
        </ol>
      </Reorderable>
    </>
  );
}
