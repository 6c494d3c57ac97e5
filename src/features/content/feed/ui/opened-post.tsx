import { getRouteApi, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useCheckedSearch } from '#src/ui/page/use-checked-search.ts';
import { influencerPostsSearchSchema } from './feed-search.ts';
import type { usePosts } from './use-posts.ts';
import { useReportShownPost, useReportViews } from './use-report-views.ts';

const PostViewer = lazy(async () => {
  const { PostViewer: component } =
    await import('#src/features/content/posts/ui/viewer/post-viewer.tsx');
  return { default: component };
});

const route = getRouteApi('/_app/subscriptions/$influencerId');

/** The viewer of the post in the address. The browser's Back button leaves it. */
export function OpenedPost({ posts }: { posts: ReturnType<typeof usePosts> }) {
  const { post: postId } = useCheckedSearch(route, influencerPostsSearchSchema);
  const navigate = route.useNavigate();
  const { history } = useRouter();
  // Only opening a post on this page creates a history entry to return to.
  const wasOpenOnArrival = useRef(postId !== undefined);
  useEffect(() => {
    if (!postId) wasOpenOnArrival.current = false;
  }, [postId]);

  const { pages = [], renewMediaToken, hasNewPosts, showNewest, fetchNextPage } = posts;
  const all = pages.flatMap((page, pageIndex) => page.posts.map((post) => ({ post, pageIndex })));
  const index = all.findIndex(({ post }) => post.id === postId);
  const shown = all[index];
  const pageIndex = shown?.pageIndex ?? 0;
  const isMissing = postId !== undefined && !shown;
  // A link may open a post that is newer than the list, or on a later page.
  useEffect(() => {
    if (isMissing && hasNewPosts) showNewest();
  }, [isMissing, hasNewPosts, showNewest]);
  const isAtEnd = isMissing || (shown && index === all.length - 1);
  const mayFetch = posts.hasNextPage && !posts.isFetchingNextPage && !posts.isFetchNextPageError;
  useEffect(() => {
    if (isAtEnd && mayFetch) void fetchNextPage();
  }, [isAtEnd, mayFetch, fetchNextPage]);

  useReportShownPost(shown && !shown.post.locked ? shown.post.id : null, useReportViews());

  // A viewer that was open on arrival has no button to return the focus to.
  const lastShown = useRef<string>(undefined);
  useEffect(() => {
    if (shown) lastShown.current = shown.post.id;
  }, [shown]);
  const focusCard = () => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`[data-opens="${lastShown.current}"]`)?.focus();
  };

  const show = (id: string) =>
    void navigate({ search: { post: id }, replace: true, resetScroll: false });
  const close = () => {
    if (wasOpenOnArrival.current) void navigate({ search: {}, replace: true, resetScroll: false });
    else history.back();
  };

  // Stays mounted after the first opening, for the closing transition.
  const [wasOpened, setWasOpened] = useState(false);
  if (shown && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <PostViewer
        post={shown?.post ?? null}
        previousPost={all[index - 1]?.post}
        nextPost={shown && all[index + 1]?.post}
        mediaToken={pages[pageIndex]?.mediaToken ?? ''}
        renewMediaToken={renewMediaToken}
        onShow={show}
        onClose={close}
        onClosed={focusCard}
      />
    </Suspense>
  );
}
