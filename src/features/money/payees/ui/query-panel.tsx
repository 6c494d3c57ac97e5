import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { InlineError } from '#src/ui/page/notice.tsx';
import { Panel } from '#src/ui/page/panel.tsx';

type QueryPanelProps<T> = {
  title: string;
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
};

/** A panel whose content is loaded. */
export function QueryPanel<T>({ title, query, children }: QueryPanelProps<T>) {
  const { data, error, isFetching, refetch } = query;
  return (
    <Panel title={title}>
      {data && children(data)}
      {!data && error && (
        <InlineError
          text={`Failed to fetch the ${title.toLowerCase()}`}
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton height="4rem" aria-label="Loading..." />}
    </Panel>
  );
}
