import { Button } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './list-view-pager.module.css';
import type { Pages } from './list-view-pages.ts';

type ListPagerProps = {
  label: string;
  count: string | undefined;
  pages: Pages;
  /** The bar of the selected rows, if any are. */
  selectionBar: ReactNode;
};

/** The number of rows, announced when it changes, and links to the previous and next page. */
export function ListPager({ label, count, pages, selectionBar }: ListPagerProps) {
  const { label: position, previous, next } = pages;
  const hasPages = position !== null || previous || next;
  return (
    <footer className={styles.foot} data-sticky={hasPages || Boolean(selectionBar) || undefined}>
      {selectionBar}
      <div className={styles.pager}>
        <p role="status" className={styles.count}>
          {count && <span>{count}</span>}
          {count && position && (
            <span className={styles.position}>
              <span className={styles.dot}> · </span>
              {position}
            </span>
          )}
        </p>
        {count && hasPages && (
          <nav aria-label={`Pages of ${label}`} className={styles.buttons}>
            <PageButton onClick={previous} left={<ChevronLeft size={16} aria-hidden="true" />}>
              Previous
            </PageButton>
            <PageButton onClick={next} right={<ChevronRight size={16} aria-hidden="true" />}>
              Next
            </PageButton>
          </nav>
        )}
      </div>
    </footer>
  );
}

type PageButtonProps = {
  onClick: (() => void) | null;
  left?: ReactNode;
  right?: ReactNode;
  children: string;
};

// `disabled` would drop the focus after a click that leads to the last page.
const PageButton = ({ onClick, left, right, children }: PageButtonProps) => (
  <Button
    variant="default"
    size="sm"
    radius="xl"
    leftSection={left}
    rightSection={right}
    className={styles.button}
    aria-disabled={onClick === null}
    onClick={() => onClick?.()}
  >
    {children}
  </Button>
);
