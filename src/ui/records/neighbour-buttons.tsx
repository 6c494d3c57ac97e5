import { ActionIcon } from '@mantine/core';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { RefObject } from 'react';
import { useRecordShortcuts } from '#src/ui/elements/keyboard-shortcuts.ts';
import styles from './neighbour-buttons.module.css';
import type { Neighbours } from './use-neighbours.ts';

type NeighbourButtonsProps = Neighbours & {
  /** What the list contains, such as "application". */
  itemLabel: string;
  /** The open record; shortcuts work only while it contains the focus. */
  record: RefObject<HTMLElement | null>;
};

/** The buttons that open the previous and the next record, also with arrow keys, K and J. */
export function NeighbourButtons({ previous, next, itemLabel, record }: NeighbourButtonsProps) {
  useRecordShortcuts({ ArrowLeft: previous, k: previous, ArrowRight: next, j: next }, record);
  return (
    <ActionIcon.Group className={styles.neighbours!}>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={`Previous ${itemLabel}`}
        aria-keyshortcuts="ArrowLeft k"
        title="Previous (←)"
        aria-disabled={!previous}
        data-disabled={!previous || undefined}
        onClick={previous}
      >
        <ArrowLeft size={17} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={`Next ${itemLabel}`}
        aria-keyshortcuts="ArrowRight j"
        title="Next (→)"
        aria-disabled={!next}
        data-disabled={!next || undefined}
        onClick={next}
      >
        <ArrowRight size={17} />
      </ActionIcon>
    </ActionIcon.Group>
  );
}
