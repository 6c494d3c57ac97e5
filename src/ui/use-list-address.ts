/** What every list keeps in its address. */
export type ListState = { search?: string; sort: string; after?: string; before?: string };

/** Goes to the first page of a list. */
export const FIRST_PAGE = { after: undefined, before: undefined };

type Change<S> = Partial<S> | Partial<ListState>;

/**
 * How a list changes what it keeps in its address (`listSearchSchema`), in place of what is there.
 * Pass what the list's own route answers: `useListAddress(route.useSearch(), route.useNavigate())`.
 */
export function useListAddress<S extends object>(
  search: S,
  navigate: (to: never) => Promise<void>,
) {
  function change(changed: Change<S>): void {
    const to = {
      search: (before: S) => ({ ...before, ...changed }),
      replace: true,
      resetScroll: false,
    };
    // The compiler cannot see that the route is the one that the search is of.
    void navigate(to as never);
  }
  return {
    search,
    change,
    /** The same from the first page on: other rows come before and after. */
    changeFilter: (changed: Change<S>) => change({ ...changed, ...FIRST_PAGE }),
  };
}
