import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { studioPostQuery } from './content-posts.ts';
import type { PresentPost } from './editor/draft-saver.ts';

/**
 * A post as it was when its screen was opened: what is being edited does not change by itself.
 * `opened` is undefined while it loads, and null when there is no such post.
 */
export function useOpenedPost(id: string) {
  const { data, isFetchedAfterMount, isError, refetch } = useQuery({
    ...studioPostQuery(id),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const [opened, setOpened] = useState<PresentPost | null>();
  if (opened === undefined && isFetchedAfterMount && data !== undefined) setOpened(data);
  return { opened, hasFailed: isError && opened === undefined, refetch };
}
