import { useIntersection } from '@mantine/hooks';
import { useEffect } from 'react';

/** The parts of an infinite query that load its next page. */
export type LoadedPages = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
};

// The large top margin detects the marker even after a jump to the bottom of the page.
const ROOT_MARGIN = '1000000px 0px 1500px';

/**
 * Loads the next page when the marker element comes near the viewport. Does not retry after an error.
 * @returns a ref for the marker element at the end of the list
 */
export function useLoadMore<T extends HTMLElement>(pages: LoadedPages) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages;
  const { ref, entry } = useIntersection<T>({ rootMargin: ROOT_MARGIN });
  const isNear = entry?.isIntersecting ?? false;
  useEffect(() => {
    if (isNear && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isNear, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  return ref;
}
