import { useEffect, useRef, useState, type RefObject } from 'react';
import { LIST_PAGE_SIZE, type ListPage } from '#src/lib/listing.ts';
import { COUNT_LIMIT } from '#src/lib/locale/counts.ts';
import type { ListState } from './use-list-address.ts';

type PagesOptions = {
  container: RefObject<HTMLElement | null>;
  state: ListState;
  change: (changed: Partial<ListState>) => void;
  query: { data: ListPage<unknown> | undefined; isPlaceholderData?: boolean };
};

export type Pages = {
  /** "page 3 of 25"; null if the page number is unknown or there is only one page. */
  label: string | null;
  previous: (() => void) | null;
  next: (() => void) | null;
};

/** Pages through a list and counts the pages, because cursors have no numbers. */
export function usePages({ container, state, change, query }: PagesOptions): Pages {
  const { data, isPlaceholderData = false } = query;
  const cursor = state.after ?? state.before;
  const isFirst = cursor === undefined || (!isPlaceholderData && data?.previous === null);
  // By cursor: the address changes after the click.
  const [counted, setCounted] = useState<Record<string, number>>({});
  const page = isFirst ? 1 : (counted[cursor] ?? null);

  const hasChangedPage = useRef(false);
  useEffect(() => {
    if (!hasChangedPage.current || isPlaceholderData || !data) return;
    hasChangedPage.current = false;
    container.current?.scrollIntoView({ block: 'start' });
  }, [container, data, isPlaceholderData]);

  function goTo(step: 1 | -1, target: string | null | undefined) {
    // The cursors of placeholder rows belong to another page.
    if (!target || isPlaceholderData) return null;
    return () => {
      hasChangedPage.current = true;
      if (page !== null) setCounted({ ...counted, [target]: page + step });
      change({ after: undefined, before: undefined, [step === 1 ? 'after' : 'before']: target });
    };
  }

  return {
    label: page === null || !data ? null : pageLabel(page, data),
    previous: goTo(-1, data?.previous),
    next: goTo(1, data?.next),
  };
}

function pageLabel(page: number, { total, previous, next }: ListPage<unknown>): string | null {
  if (previous === null && next === null) return null;
  // Rows may have been added or removed since the earlier pages were loaded.
  const last = Math.max(Math.ceil(total / LIST_PAGE_SIZE), next === null ? page : page + 1);
  return total > COUNT_LIMIT ? `page ${page}` : `page ${page} of ${last}`;
}
