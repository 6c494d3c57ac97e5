import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ApplicationRow } from '../review.schema.ts';
import { applicationQuery } from './applications-queries.ts';
import { findNeighbours } from './neighbours.ts';

/** The open application and navigation to its neighbours in the list. */
export function useOpenApplication(
  rows: readonly ApplicationRow[] = [],
  id: string | undefined,
  { onOpen, onTurn }: Record<'onOpen' | 'onTurn', (id: string) => void>,
) {
  const queryClient = useQueryClient();
  const [lastIndex, setLastIndex] = useState(0);
  const { index, previous, next } = findNeighbours(rows, id ?? '', lastIndex);
  if (id !== undefined && index !== lastIndex) setLastIndex(index);
  useEffect(() => {
    // Prefetches the next application.
    if (id !== undefined && next !== undefined) {
      void queryClient.prefetchQuery({ ...applicationQuery(next), staleTime: 10_000 });
    }
  }, [queryClient, id, next]);
  return {
    show: (row: ApplicationRow) => onOpen(row.id),
    previous: previous === undefined ? undefined : () => onTurn(previous),
    next: next === undefined ? undefined : () => onTurn(next),
  };
}
