import { Accessibility } from '@dnd-kit/dom';
import {
  DragDropProvider,
  type DragEndEvent,
  type DragOverEvent,
  type DragStartEvent,
} from '@dnd-kit/react';
import { isSortable } from '@dnd-kit/react/sortable';
import { useEffect, useRef, type ReactNode } from 'react';

/** Screen reader announcements of a move: `from` is the original index, `to` the current one. */
export type ReorderAnnouncements = {
  grabbed: (from: number) => string;
  over: (to: number, from: number) => string;
  /** Undefined if the list itself announces the new order. */
  dropped: (to: number) => string | undefined;
  cancelled: (from: number) => string;
};

type ReorderableProps = {
  /** The noun for a tile, such as "file". */
  itemLabel: string;
  announcements: ReorderAnnouncements;
  onMove: (from: number, to: number) => void;
  children: ReactNode;
};

/** Lets users reorder sortable tiles by dragging or by keyboard, with announcements. */
export function Reorderable({ itemLabel, announcements, onMove, children }: ReorderableProps) {
  // The plugin never updates its first announcements, so these read the latest ones from a ref.
  const latest = useRef(announcements);
  useEffect(() => {
    latest.current = announcements;
  });
  return (
    <DragDropProvider
      plugins={(defaults) => [
        ...defaults.filter((plugin) => plugin !== Accessibility),
        accessibilityPlugin(itemLabel, () => latest.current),
      ]}
      onDragEnd={({ operation: { source }, canceled }) => {
        if (canceled || !isSortable(source)) return;
        if (source.initialIndex !== source.index) onMove(source.initialIndex, source.index);
      }}
    >
      {children}
    </DragDropProvider>
  );
}

function accessibilityPlugin(itemLabel: string, latest: () => ReorderAnnouncements) {
  const announcements = {
    dragstart: ({ operation: { source } }: DragStartEvent) =>
      isSortable(source) ? latest().grabbed(source.index) : undefined,
    dragover: ({ operation: { source } }: DragOverEvent) =>
      isSortable(source) ? latest().over(source.index, source.initialIndex) : undefined,
    dragend: ({ operation: { source }, canceled }: DragEndEvent) => {
      if (!isSortable(source)) return undefined;
      return canceled || source.initialIndex === source.index
        ? latest().cancelled(source.initialIndex)
        : latest().dropped(source.index);
    },
  };
  const draggable = `Press Space to pick up the ${itemLabel}, the arrow keys to move it, Space to drop it, Escape to cancel.`;
  return Accessibility.configure({ announcements, screenReaderInstructions: { draggable } });
}
