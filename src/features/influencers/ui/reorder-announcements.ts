import { Accessibility } from '@dnd-kit/dom';
import type { DragDropProvider, DragEndEvent, DragOverEvent, DragStartEvent } from '@dnd-kit/react';
import { isSortable } from '@dnd-kit/react/sortable';
import type { ComponentProps } from 'react';

const INSTRUCTIONS =
  'Press Space to pick the picture up, the arrow keys to move it, Space to put it down, Escape to leave it where it was.';

const announcements = {
  dragstart: ({ operation: { source } }: DragStartEvent) =>
    isSortable(source) ? `Picked up at position ${source.index + 1}` : undefined,
  // At first it is over its own place, which must say no less than that it was picked up.
  dragover: ({ operation: { source } }: DragOverEvent) => {
    if (!isSortable(source)) return undefined;
    const verb = source.index === source.initialIndex ? 'Picked up at' : 'Over';
    return `${verb} position ${source.index + 1}`;
  },
  dragend: ({ operation: { source }, canceled }: DragEndEvent) => {
    if (!isSortable(source)) return undefined;
    return canceled || source.initialIndex === source.index
      ? 'The picture stays where it was'
      : `Put down at position ${source.index + 1}`;
  },
};

/** Says in words for pictures what happens while they are ordered. */
export const announcePictures: ComponentProps<typeof DragDropProvider>['plugins'] = (defaults) => [
  ...defaults.filter((plugin) => plugin !== Accessibility),
  Accessibility.configure({ announcements, screenReaderInstructions: { draggable: INSTRUCTIONS } }),
];
