import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** The state that every list has in its address. */
export type ListState = { search?: string; sort: string; after?: string; before?: string };

/** A change of the address that returns to the first page. */
export const FIRST_PAGE = { after: undefined, before: undefined };

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The previous history entry is the same list without the open record or dialog. */
    isOverList?: boolean;
  }
}

type Change<S> = Partial<S> | Partial<ListState>;

/**
 * Reads and changes the state of a list in its address (`listSearchSchema`), with the hooks of the
 * list's own route: `useListAddress(route.useSearch(), route.useNavigate())`.
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

  function update(changed: Change<S>, options: object): void {
    const to = {
      search: (before: S) => ({ ...before, ...changed }),
      resetScroll: false,
      ...options,
    };
    // The compiler cannot know that the search belongs to this route.
    void navigate(to as never);
  }
  /** Changes the address, replacing the history entry. */
  const change = (changed: Change<S>) => update(changed, { replace: true, state: true });
  return {
    search,
    change,
    /** Changes the address and returns to the first page, as the cursors no longer apply. */
    changeFilter: (changed: Change<S>) => change({ ...changed, ...FIRST_PAGE }),
    /** Opens a dialog or drawer over the list; the browser's Back closes it. */
    open: (changed: Change<S>) => update(changed, { state: { isOverList: true } }),
    /** Closes the dialog or drawer without leaving a second history entry for the list. */
    close(changed: Change<S>) {
      if (!history.location.state.isOverList) return change(changed);
      // Going back is asynchronous: a second click must not leave the list.
      if (!isClosing.current) history.back();
      isClosing.current = true;
    },
  };
}
