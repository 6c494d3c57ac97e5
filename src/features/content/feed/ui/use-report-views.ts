import { useCallback, useEffect, useRef } from 'react';
import { client } from '#src/client/client.ts';
import { VIEWED_POSTS_MAXIMUM } from '#src/features/content/posts/posts.schema.ts';
import { useIsViewingAsFan } from '#src/features/identity/auth/ui/session.ts';

const VIEWED_AFTER_MS = 1_000;
const SEND_AFTER_MS = 2_000;

/**
 * Returns a function that reports a view of a post. Views are sent in batches, at the latest when the
 * page is left; failures are ignored. Nothing is reported while the back office views as a fan.
 */
export function useReportViews(): (postId: string) => void {
  const isViewingAsFan = useIsViewingAsFan();
  const reported = useRef(new Set<string>());
  const waiting = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const send = useCallback(() => {
    clearTimeout(timer.current);
    const postIds = waiting.current.splice(0);
    if (postIds.length === 0) return;
    const options = { init: { keepalive: true } };
    void client.api.posts.views.$post({ json: { postIds } }, options).catch(() => undefined);
  }, []);

  useEffect(() => {
    window.addEventListener('pagehide', send);
    return () => {
      window.removeEventListener('pagehide', send);
      send();
    };
  }, [send]);

  return useCallback(
    (postId) => {
      if (isViewingAsFan || reported.current.has(postId)) return;
      reported.current.add(postId);
      waiting.current.push(postId);
      clearTimeout(timer.current);
      if (waiting.current.length === VIEWED_POSTS_MAXIMUM) send();
      else timer.current = setTimeout(send, SEND_AFTER_MS);
    },
    [isViewingAsFan, send],
  );
}

/** Reports a view of a post once it was shown for a second; null while no post is shown. */
export function useReportShownPost(postId: string | null, onViewed: (postId: string) => void) {
  useEffect(() => {
    if (!postId) return undefined;
    const timer = setTimeout(() => onViewed(postId), VIEWED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [postId, onViewed]);
}
