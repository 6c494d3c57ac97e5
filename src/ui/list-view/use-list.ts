import { useQuery } from '@tanstack/react-query';
import { useCheckedSearch } from '#src/ui/page/use-checked-search.ts';
import { csvHref, fetchRows, listQuery, type List } from './define-list.ts';
import { useListAddress, type ListState } from './use-list-address.ts';

type Route<Search> = {
  useSearch: () => Search;
  useNavigate: () => (to: never) => Promise<void>;
};

/** The state of a declared list on its page: address, rows and the functions that change them. */
export function useList<
  Search extends object,
  Query extends ListState,
  Row,
  Filter extends keyof Search,
>(list: List<Search, Query, Row, Filter>, route: Route<Search>) {
  const address = useListAddress(useCheckedSearch(route, list.searchSchema), route.useNavigate());
  const { search, changeFilter, close } = address;
  const cleared = Object.fromEntries(list.clearable.map((name) => [name, undefined]));
  return {
    ...address,
    name: list.name,
    state: list.queryOf(search),
    filters: list.filtersOf(search),
    query: useQuery(listQuery(list, search)),
    fetchRows: (limit: number) => fetchRows(list, search, limit),
    exportHref: csvHref(list, search),
    exportRows: list.exportRows,
    isFiltered: list.clearable.some((name) => search[name]),
    clear: () => changeFilter(cleared as Partial<Search>),
    /** Value and change handler of a filter's field. */
    field: <Name extends Filter>(name: Name) => ({
      value: search[name] ?? null,
      onChange: (value: Search[Name] | null) =>
        changeFilter({ [name]: value ?? undefined } as unknown as Partial<Search>),
    }),
    /** Id and close handler of the record that is open over the list. */
    record: <Name extends Exclude<keyof Search, Filter | keyof ListState>>(name: Name) => ({
      id: search[name],
      onClose: () => close({ [name]: undefined } as unknown as Partial<Search>),
    }),
  };
}
