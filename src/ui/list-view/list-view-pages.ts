import { useEffect, useRef, useState, type RefObject } from 'react';
import { COUNT_LIMIT, LIST_PAGE_SIZE, type ListPage } from '#src/lib/listing.ts';
import type { ListState } from './use-list-address.ts';

type Question = {
  place: RefObject<HTMLElement | null>;
  state: ListState;
  change: (changed: Partial<ListState>) => void;
  query: { data: ListPage<unknown> | undefined; isPlaceholderData?: boolean };
};

export type Pages = {
  /** "page 3 of 25"; null when it is not known, or there is but one. */
  place: string | null;
  previous: (() => void) | null;
  next: (() => void) | null;
};

/** Turns a list's pages, and counts them: cursors know no numbers. */
export function usePages({ place, state, change, query }: Question): Pages {
  const { data, isPlaceholderData = false } = query;
  const cursor = state.after ?? state.before;
  const isFirst = cursor === undefined || (!isPlaceholderData && data?.previous === null);
  const [turned, setTurned] = useState({ cursor, page: isFirst ? 1 : null });
  const page = isFirst ? 1 : turned.cursor === cursor ? turned.page : null;

  const isTurned = useRef(false);
  useEffect(() => {
    if (!isTurned.current || isPlaceholderData || !data) return;
    isTurned.current = false;
    place.current?.scrollIntoView({ block: 'start' });
  }, [place, data, isPlaceholderData]);

  function turn(steps: 1 | -1, beside: string | null | undefined) {
    // Until the rows are those of the address, their cursors lead astray.
    if (!beside || isPlaceholderData) return null;
    return () => {
      isTurned.current = true;
      setTurned({ cursor: beside, page: page === null ? null : page + steps });
      change({ after: undefined, before: undefined, [steps === 1 ? 'after' : 'before']: beside });
    };
  }

  return {
    place: page === null || !data ? null : placeOf(page, data),
    previous: turn(-1, data?.previous),
    next: turn(1, data?.next),
  };
}

function placeOf(page: number, { total, previous, next }: ListPage<unknown>): string | null {
  if (previous === null && next === null) return null;
  // Rows may have come or gone since the pages before were turned.
  const last = Math.max(Math.ceil(total / LIST_PAGE_SIZE), next === null ? page : page + 1);
  return total > COUNT_LIMIT ? `page ${page}` : `page ${page} of ${last}`;
}
