import { Accessibility } from '@dnd-kit/dom';
import {
  DragDropProvider,
  type DragEndEvent,
  type DragOverEvent,
  type DragStartEvent,
} from '@dnd-kit/react';
import { isSortable } from '@dnd-kit/react/sortable';
import { useEffect, useRef, useState } from 'react';
import { MAXIMUM_FILES_PER_POST } from '../media.schema.ts';
import type { MediaLinks } from './media-uploader.tsx';
import styles from './upload-list.module.css';
import { UploadTile } from './upload-tile.tsx';
import type { Uploads } from './use-uploads.ts';

const INSTRUCTIONS =
  'Press Space to pick the file up, the arrow keys to move it, Space to put it down, Escape to leave it where it was.';

/** The files in their order, which is changed by dragging, by the keyboard, or by the arrows. */
export function UploadList({ uploads, links }: { uploads: Uploads; links: MediaLinks }) {
  const { items } = uploads;
  const arrived = items.filter(({ mediaId }) => mediaId !== null).length;
  const [said, setSaid] = useState('');
  const present = useRef(items);
  useEffect(() => {
    present.current = items;
  });

  const nameAt = (index: number) => present.current[index]?.fileName ?? 'The file';
  const place = (index: number) => `position ${index + 1} of ${present.current.length}`;
  function move(from: number, to: number) {
    if (from === to || to < 0 || to >= items.length) return;
    setSaid(`Moved ${nameAt(from)} to ${place(to)}`);
    uploads.move(from, to);
  }

  return (
    <>
      <p className={styles.count} role="status">
        {arrived} of {items.length} uploaded
        <span>{MAXIMUM_FILES_PER_POST - items.length} more possible</span>
      </p>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <DragDropProvider
        plugins={(defaults) => [
          ...defaults.filter((plugin) => plugin !== Accessibility),
          Accessibility.configure({
            screenReaderInstructions: { draggable: INSTRUCTIONS },
            announcements: {
              dragstart: ({ operation: { source } }: DragStartEvent) =>
                isSortable(source)
                  ? `Picked up ${nameAt(source.index)}, ${place(source.index)}`
                  : undefined,
              dragover: ({ operation: { source } }: DragOverEvent) =>
                isSortable(source) ? `Over ${place(source.index)}` : undefined,
              dragend: ({ operation: { source }, canceled }: DragEndEvent) =>
                isSortable(source) && (canceled || source.initialIndex === source.index)
                  ? `Left ${nameAt(source.initialIndex)} where it was`
                  : undefined,
            },
          }),
        ]}
        onDragEnd={({ operation: { source }, canceled }) => {
          if (!canceled && isSortable(source)) move(source.initialIndex, source.index);
        }}
      >
        <ol className={styles.tiles} aria-label="Files">
          {items.map((item, index) => (
            <UploadTile
              key={item.key}
              item={item}
              index={index}
              isLast={index === items.length - 1}
              links={links}
              uploads={uploads}
              onMove={(step) => move(index, index + step)}
            />
          ))}
        </ol>
      </DragDropProvider>
    </>
  );
}
