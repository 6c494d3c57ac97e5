import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { PostViewer } from '#src/features/posts/ui/post-viewer.tsx';
import type { usePosts } from './use-posts.ts';

const route = getRouteApi('/_app/subscriptions/$influencerId');

/** The post that the address names, shown large. The browser's Back button closes it. */
export function OpenedPost({ posts }: { posts: ReturnType<typeof usePosts> }) {
  const { post: postId } = route.useSearch();
  const navigate = route.useNavigate();
  const { history } = useRouter();
  // Only an opening on this page left an entry in the history to go back to.
  const arrivedOpen = useRef(postId !== undefined);
  useEffect(() => {
    if (!postId) arrivedOpen.current = false;
  }, [postId]);

  const { pages = [], renewPass, hasNextPage, isFetchingNextPage, fetchNextPage } = posts;
  const all = pages.flatMap((page, pageIndex) => page.posts.map((post) => ({ post, pageIndex })));
  const index = all.findIndex(({ post }) => post.id === postId);
  const shown = all[index];
  const pageIndex = shown?.pageIndex ?? 0;
  const isLast = index === all.length - 1;
  useEffect(() => {
    if (shown && isLast && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [shown, isLast, hasNextPage, isFetchingNextPage, fetchNextPage]);

  const renew = useCallback(
    (failedPass: string) => renewPass(pageIndex, failedPass),
    [renewPass, pageIndex],
  );
  const goTo = (target: (typeof all)[number] | undefined) =>
    target &&
    (() => void navigate({ search: { post: target.post.id }, replace: true, resetScroll: false }));
  const close = () => {
    if (arrivedOpen.current) void navigate({ search: {}, replace: true, resetScroll: false });
    else history.back();
  };

  return (
    <PostViewer
      post={shown?.post ?? null}
      pass={pages[pageIndex]?.pass ?? ''}
      renewPass={renew}
      onClose={close}
      onPrevious={goTo(all[index - 1])}
      onNext={goTo(shown && all[index + 1])}
    />
  );
}
