import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** What every list keeps in its address. */
export type ListState = { search?: string; sort: string; after?: string; before?: string };

/** Goes to the first page of a list. */
export const FIRST_PAGE = { after: undefined, before: undefined };

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list without what is open over it is one step back. */
    isOverList?: boolean;
  }
}

type Change<S> = Partial<S> | Partial<ListState>;

/**
 * How a list changes what it keeps in its address (`listSearchSchema`).
 * Pass what the list's own route answers: `useListAddress(route.useSearch(), route.useNavigate())`.
 */
export function useListAddress<S extends object>(
  search: S,
  navigate: (to: never) => Promise<void>,
) {
  const { history } = useRouter();
  const isClosing = useRef(false);
  useEffect(() => {
    isClosing.current = false;
  }, [search]);

  function go(changed: Change<S>, how: object): void {
    const to = {
      search: (before: S) => ({ ...before, ...changed }),
      resetScroll: false,
      ...how,
    };
    // The compiler cannot see that the route is the one that the search is of.
    void navigate(to as never);
  }
  /** In place of what is there. */
  const change = (changed: Change<S>) => go(changed, { replace: true, state: true });
  return {
    search,
    change,
    /** The same from the first page on: other rows come before and after. */
    changeFilter: (changed: Change<S>) => change({ ...changed, ...FIRST_PAGE }),
    /** Opens a dialog or drawer over the list; the browser's Back closes it. */
    open: (changed: Change<S>) => go(changed, { state: { isOverList: true } }),
    /** Closes what is open, which leaves no second step back to the list. */
    close(changed: Change<S>) {
      if (!history.location.state.isOverList) return change(changed);
      // Going back takes a moment: a second click must not leave the list.
      if (!isClosing.current) history.back();
      isClosing.current = true;
    },
  };
}
