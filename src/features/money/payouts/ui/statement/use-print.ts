import { useCallback, useEffect, useState } from 'react';
import { toast } from '#src/ui/elements/toast.ts';
import type { LoadedPages } from '#src/ui/list-view/use-load-more.ts';

/** Prints the page once all lines are loaded. */
export function usePrint(pages: LoadedPages) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages;
  const [isPreparing, setIsPreparing] = useState(false);
  const [hasRequested, setHasRequested] = useState(false);
  useEffect(() => {
    if (!isPreparing || isFetchingNextPage) return;
    if (!hasNextPage) {
      setIsPreparing(false);
      window.print();
    } else if (hasRequested && isFetchNextPageError) {
      setIsPreparing(false);
      toast.error('Error', { description: 'Failed to fetch all lines of the statement' });
    } else {
      setHasRequested(true);
      void fetchNextPage();
    }
  }, [
    isPreparing,
    hasRequested,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
  ]);
  const print = useCallback(() => {
    setHasRequested(false);
    setIsPreparing(true);
  }, []);
  return { isPreparing, print };
}
