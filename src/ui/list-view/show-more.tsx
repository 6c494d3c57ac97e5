import { Button } from '@mantine/core';
import styles from './show-more.module.css';
import { useLoadMore, type LoadedPages } from './use-load-more.ts';

/** Shows the next page when one comes near, or presses it; nothing after the last. */
export function ShowMore({ pages }: { pages: LoadedPages }) {
  const ref = useLoadMore<HTMLButtonElement>(pages);
  return pages.hasNextPage ? (
    <div className={styles.more}>
      <Button
        ref={ref}
        variant="default"
        radius="xl"
        loading={pages.isFetchingNextPage}
        onClick={() => void pages.fetchNextPage()}
      >
        Show more
      </Button>
    </div>
  ) : null;
}
