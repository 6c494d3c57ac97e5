import { useIntersection } from '@mantine/hooks';
import { useEffect } from 'react';

/** What of an infinite query its next page is fetched by. */
export type LoadedPages = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
};

// Well ahead; upwards without end, for whoever jumps to the bottom passes the mark unseen.
const NEAR = '1000000px 0px 1500px';

/**
 * Fetches the next page once the marked element comes near the window. After a failure it waits
 * to be asked.
 * @returns a ref for the element that stands where the next page will.
 */
export function useLoadMore<T extends HTMLElement>(pages: LoadedPages) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages;
  const { ref, entry } = useIntersection<T>({ rootMargin: NEAR });
  const isNear = entry?.isIntersecting ?? false;
  useEffect(() => {
    if (isNear && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isNear, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  return ref;
}
