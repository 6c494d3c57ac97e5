import { Accessibility } from '@dnd-kit/dom';
import {
  DragDropProvider,
  type DragEndEvent,
  type DragOverEvent,
  type DragStartEvent,
} from '@dnd-kit/react';
import { isSortable } from '@dnd-kit/react/sortable';
import { useEffect, useRef, type ReactNode } from 'react';

/** What is said while one is moved; `from` is its first index, `to` the one it is over. */
export type ReorderAnnouncements = {
  grabbed: (from: number) => string;
  over: (to: number, from: number) => string;
  /** Nothing where the list itself says it. */
  dropped: (to: number) => string | undefined;
  cancelled: (from: number) => string;
};

type ReorderableProps = {
  /** What is moved: "file". */
  thing: string;
  words: ReorderAnnouncements;
  onMove: (from: number, to: number) => void;
  children: ReactNode;
};

/** Lets sortable tiles be moved by dragging and by the keyboard, and says in words what happens. */
export function Reorderable({ thing, words, onMove, children }: ReorderableProps) {
  // The plugin keeps the announcements that it gets first.
  const present = useRef(words);
  useEffect(() => {
    present.current = words;
  });
  return (
    <DragDropProvider
      plugins={(defaults) => [
        ...defaults.filter((plugin) => plugin !== Accessibility),
        announcing(thing, () => present.current),
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

function announcing(thing: string, words: () => ReorderAnnouncements) {
  const announcements = {
    dragstart: ({ operation: { source } }: DragStartEvent) =>
      isSortable(source) ? words().grabbed(source.index) : undefined,
    dragover: ({ operation: { source } }: DragOverEvent) =>
      isSortable(source) ? words().over(source.index, source.initialIndex) : undefined,
    dragend: ({ operation: { source }, canceled }: DragEndEvent) => {
      if (!isSortable(source)) return undefined;
      return canceled || source.initialIndex === source.index
        ? words().cancelled(source.initialIndex)
        : words().dropped(source.index);
    },
  };
  const draggable = `Press Space to pick the ${thing} up, the arrow keys to move it, Space to put it down, Escape to leave it where it was.`;
  return Accessibility.configure({ announcements, screenReaderInstructions: { draggable } });
}
