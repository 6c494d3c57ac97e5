import { Button } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './list-view-pager.module.css';
import type { Pages } from './list-view-pages.ts';

type ListPagerProps = { label: string; count: string | undefined; pages: Pages };

/** How many there are, announced when it changes, and the ways to the pages beside. */
export function ListPager({ label, count, pages: { place, previous, next } }: ListPagerProps) {
  const hasPages = place !== null || previous || next;
  return (
    <footer className={styles.pager} data-pages={hasPages ? true : undefined}>
      <p role="status" className={styles.count}>
        {count && <span>{count}</span>}
        {count && place && (
          <span className={styles.place}>
            <span className={styles.dot}> · </span>
            {place}
          </span>
        )}
      </p>
      {count && hasPages && (
        <nav aria-label={`Pages of ${label}`} className={styles.turns}>
          <Turn onTurn={previous} left={<ChevronLeft size={16} aria-hidden="true" />}>
            Previous
          </Turn>
          <Turn onTurn={next} right={<ChevronRight size={16} aria-hidden="true" />}>
            Next
          </Turn>
        </nav>
      )}
    </footer>
  );
}

type TurnProps = {
  onTurn: (() => void) | null;
  left?: ReactNode;
  right?: ReactNode;
  children: string;
};

// Not `disabled`, which would drop the focus of whoever turns to the last page.
const Turn = ({ onTurn, left, right, children }: TurnProps) => (
  <Button
    variant="default"
    size="sm"
    radius="xl"
    leftSection={left}
    rightSection={right}
    className={styles.turn}
    aria-disabled={onTurn === null}
    onClick={() => onTurn?.()}
  >
    {children}
  </Button>
);
