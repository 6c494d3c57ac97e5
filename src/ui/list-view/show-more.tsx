import { Button } from '@mantine/core';
import styles from './show-more.module.css';
import { useLoadMore, type LoadedPages } from './use-load-more.ts';

/** A button that loads the next page when it is clicked or comes near the viewport. */
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
