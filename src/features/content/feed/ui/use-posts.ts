import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { useRenewMediaToken } from '#src/features/content/media/ui/use-media-token.ts';
import type { Post, PostPage } from '#src/features/content/posts/posts.schema.ts';
import { POST_LISTS_KEY, type PostPages } from '#src/features/content/posts/ui/post-lists.ts';
import { invalidateQueries } from '#src/ui/live/invalidate-queries.ts';
import { useLiveEvents } from '#src/ui/live/use-live-events.ts';
import type { PostSource } from './feed-queries.ts';

const MINUTE = 60_000;
/** Limits of time and scroll position within which the list may still change. */
const INITIAL_VISIT = { milliseconds: 5_000, pixels: 100 };

const listKey = ({ id }: PostSource) => [...POST_LISTS_KEY, id];
const newestKey = ({ id }: PostSource) => ['posts', 'newest', id];

const sameRights = (a: Post, b: Post | undefined) => a.id === b?.id && a.locked === b.locked;

/**
 * Loads the posts of a source. The list does not change while it is read: newer posts are only
 * offered (`hasNewPosts`, `showNewest`), unless the list was opened just now.
 */
export function usePosts(source: PostSource) {
  const queryClient = useQueryClient();
  const list = useInfiniteQuery({
    queryKey: listKey(source),
    queryFn: async ({ pageParam }) => {
      const page = await source.fetchPage(pageParam);
      if (!pageParam) queryClient.setQueryData(newestKey(source), page);
      return page;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: Infinity,
  });
  const newest = useQuery({
    queryKey: newestKey(source),
    queryFn: () => source.fetchPage(undefined),
    enabled: list.isSuccess,
    refetchInterval: MINUTE,
  });
  useLiveEvents(
    'notifications',
    () => void invalidateQueries(queryClient, { queryKey: newestKey(source) }),
  );
  const openedAt = useMemo(() => ({ id: source.id, time: Date.now() }), [source.id]).time;
  const shown = list.data?.pages[0]?.posts;
  const fresh = newest.data?.posts;

  const showNewest = useCallback(() => {
    const page = queryClient.getQueryData<PostPage>(newestKey(source));
    if (!page) return;
    queryClient.setQueryData<PostPages>(listKey(source), {
      pages: [page],
      pageParams: [undefined],
    });
    void queryClient.invalidateQueries({ queryKey: ['feed'] });
    // The source is identified by its id.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [queryClient, source.id]);

  useEffect(() => {
    if (!shown || !fresh || newest.dataUpdatedAt - openedAt > INITIAL_VISIT.milliseconds) return;
    const same =
      shown.length === fresh.length && shown.every((post, i) => sameRights(post, fresh[i]));
    if (!same && window.scrollY < INITIAL_VISIT.pixels) showNewest();
  }, [shown, fresh, newest.dataUpdatedAt, openedAt, showNewest]);

  const [first, freshFirst] = [shown?.[0], fresh?.[0]];
  return {
    ...list,
    pages: list.data?.pages,
    hasNewPosts: Boolean(
      freshFirst && shown && (!first || freshFirst.publishedAt > first.publishedAt),
    ),
    showNewest,
    renewMediaToken: useRenewMediaToken(() => source.fetchPage(undefined)),
  };
}
