import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { studioPostQuery } from './content-posts.ts';
import type { LoadedPost } from './editor/draft-saver.ts';

/**
 * Loads a post once when its page is opened, so that it does not change during an edit.
 * `opened` is undefined while loading, and null if there is no such post.
 */
export function useOpenedPost(id: string) {
  const { data, isFetchedAfterMount, isError, refetch } = useQuery({
    ...studioPostQuery(id),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const [opened, setOpened] = useState<LoadedPost | null>();
  if (opened === undefined && isFetchedAfterMount && data !== undefined) setOpened(data);
  return { opened, hasFailed: isError && opened === undefined, refetch };
}
