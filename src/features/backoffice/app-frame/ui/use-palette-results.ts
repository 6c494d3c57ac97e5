import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { useHasAgreement } from '#src/features/trust/agreements/ui/own-agreement-query.ts';
import type { Role } from '#src/lib/roles.ts';
import { SEARCH_MINIMUM_LENGTH } from '../search.schema.ts';
import { groupResults, listScreensAndActions, filterOptions } from './palette-options.ts';

const PAUSE_MS = 160;

/** The command palette's options: matching screens at once, then results of the server. */
export function usePaletteResults(role: Role | null, typed: string) {
  const search = typed.trim();
  const hasAgreement = useHasAgreement(role === 'influencer');
  const [settled] = useDebouncedValue(search, PAUSE_MS);
  const isSearched = role !== null && search.length >= SEARCH_MINIMUM_LENGTH;
  const { data, isError, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['search', settled],
    queryFn: ({ signal }) =>
      call(client.api.search.$get({ query: { q: settled } }, { init: { signal } })),
    enabled: isSearched && settled.length >= SEARCH_MINIMUM_LENGTH,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const found = isSearched && data && !isError ? groupResults(data.results, role) : [];
  // Until new results arrive, shows the previous ones that match the new search.
  const known = isPlaceholderData || settled !== search ? filterOptions(found, search) : found;
  const groups = [...listScreensAndActions({ role, hasAgreement }, search), ...known];
  return {
    groups,
    isBusy: isSearched && !isError && (isFetching || settled !== search),
    hasFailed: isSearched && isError && settled === search,
  };
}
