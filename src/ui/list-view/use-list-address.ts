import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { whenShown } from '#src/ui/elements/when-free.ts';

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
type Update<S> = { changed: Change<S>; opens: boolean };

/**
 * Reads and changes the state of a list in its address (`listSearchSchema`), with the hooks of the
 * list's own route: `useListAddress(useCheckedSearch(route, schema), route.useNavigate())`.
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
  const update = useUpdate<S>(navigate);
  /** Changes the address, replacing the history entry. */
  const change = (changed: Change<S>) => void update({ changed, opens: false });
  return {
    search,
    change,
    /** Changes the address and returns to the first page, as the cursors no longer apply. */
    changeFilter: (changed: Change<S>) => change({ ...changed, ...FIRST_PAGE }),
    /** Opens a dialog or drawer over the list; the browser's Back closes it. */
    open: (changed: Change<S>) => void update({ changed, opens: true }),
    /** Closes the dialog or drawer without leaving a second history entry for the list. */
    close(changed: Change<S>) {
      if (!history.location.state.isOverList) return change(changed);
      // Going back is asynchronous: a second click must not leave the list.
      if (!isClosing.current) history.back();
      isClosing.current = true;
    },
  };
}

/**
 * Changes the address after the next picture, which shows what was pressed: a new address draws the
 * whole page. What changes until then is one change.
 */
function useUpdate<S>(navigate: (to: never) => Promise<void>) {
  const waiting = useRef<Update<S>>(null);
  // A page that has been left must not change the address of the next one.
  useEffect(
    () => () => {
      waiting.current = null;
    },
    [],
  );
  return async (update: Update<S>): Promise<void> => {
    const earlier = waiting.current;
    waiting.current = {
      changed: { ...earlier?.changed, ...update.changed },
      opens: (earlier?.opens ?? false) || update.opens,
    };
    if (earlier) return;
    await whenShown();
    if (!waiting.current) return;
    const { changed, opens } = waiting.current;
    waiting.current = null;
    const to = {
      search: (before: S) => ({ ...before, ...changed }),
      resetScroll: false,
      ...(opens ? { state: { isOverList: true } } : { replace: true, state: true }),
    };
    // The compiler cannot know that the search belongs to this route.
    await navigate(to as never);
  };
}
