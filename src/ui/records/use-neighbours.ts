import { useQueryClient, type FetchQueryOptions, type QueryKey } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { findNeighbours } from './neighbours.ts';

/** Functions that open the record before and after the open one; undefined at the ends. */
export type Neighbours = { previous: (() => void) | undefined; next: (() => void) | undefined };

type Turn<T, K extends QueryKey> = {
  onTurn: (id: string) => void;
  /** The query of a record, to prefetch the next one. */
  queryOf: (id: string) => FetchQueryOptions<T, Error, T, K>;
};

/** Navigation from the open record to its neighbours in the list. */
export function useNeighbours<T, K extends QueryKey>(
  rows: readonly { id: string }[] = [],
  id: string | undefined,
  { onTurn, queryOf }: Turn<T, K>,
): Neighbours {
  const queryClient = useQueryClient();
  const [lastIndex, setLastIndex] = useState(0);
  const { index, previous, next } = findNeighbours(rows, id ?? '', lastIndex);
  if (id !== undefined && index !== lastIndex) setLastIndex(index);
  useEffect(() => {
    if (id !== undefined && next !== undefined) {
      void queryClient.prefetchQuery({ ...queryOf(next), staleTime: 10_000 });
    }
  }, [queryClient, queryOf, id, next]);
  return {
    previous: previous === undefined ? undefined : () => onTurn(previous),
    next: next === undefined ? undefined : () => onTurn(next),
  };
}
