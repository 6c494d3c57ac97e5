import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';

/** Fetches the media token that replaces a failed one. */
export type RenewMediaToken = (failedToken: string) => Promise<string>;

/** A media token is valid for at least half an hour, so one renewed this recently still is. */
const RENEWED_RECENTLY = 20 * 60_000;
const CACHE_TIME = 60 * 60_000;
const renewalKey = (failedToken: string) => ['media-token', failedToken];

type FetchPage = () => Promise<{ mediaToken: string }>;

/** The implementation of {@link useRenewMediaToken}. */
export function renewMediaToken(
  queryClient: QueryClient,
  failedToken: string,
  fetchPage: FetchPage,
): Promise<string> {
  return queryClient.fetchQuery({
    queryKey: renewalKey(failedToken),
    queryFn: async () => (await fetchPage()).mediaToken,
    // If the server returns the same token, the token was not at fault and may expire later.
    staleTime: ({ state }) => (state.data === failedToken ? 0 : RENEWED_RECENTLY),
    gcTime: CACHE_TIME,
  });
}

/**
 * Renews media tokens with the response of `fetchPage`. A token is valid for all files of its
 * session, so all lists and players that fail with the same token share one renewal.
 */
export function useRenewMediaToken(fetchPage: FetchPage): RenewMediaToken {
  const queryClient = useQueryClient();
  const latest = useRef(fetchPage);
  useEffect(() => {
    latest.current = fetchPage;
  });
  return useCallback(
    (failedToken) => renewMediaToken(queryClient, failedToken, () => latest.current()),
    [queryClient],
  );
}

/** The newest replacement of a media token, so that new elements do not start with an expired one. */
export function newestMediaToken(queryClient: QueryClient, mediaToken: string): string {
  const seen = new Set([mediaToken]);
  let newest = mediaToken;
  for (;;) {
    const next = queryClient.getQueryData<string>(renewalKey(newest));
    if (!next || seen.has(next)) return newest;
    seen.add(next);
    newest = next;
  }
}

/**
 * The media token for a file's address. It stays the same while it works, so a refetched page does
 * not load its pictures again. After a failure it is renewed once; a second failure is final.
 */
export function useMediaToken(mediaToken: string, renew: RenewMediaToken) {
  const queryClient = useQueryClient();
  const [state, setState] = useState(() => ({
    mediaToken: newestMediaToken(queryClient, mediaToken),
    attempt: 0,
    failed: false,
    /** Whether no new media token could be fetched. */
    hasRenewalFailed: false,
  }));
  const renewed = useRef(false);
  const alive = useRef(true);
  useEffect(() => {
    alive.current = true;
    return () => {
      alive.current = false;
    };
  }, []);

  const markFailed = () => setState((before) => ({ ...before, failed: true }));
  return {
    ...state,
    markFailed,
    retry: () => {
      renewed.current = false;
      setState(({ attempt }) => ({
        mediaToken: newestMediaToken(queryClient, mediaToken),
        attempt: attempt + 1,
        failed: false,
        hasRenewalFailed: false,
      }));
    },
    onLoad: () => {
      renewed.current = false;
    },
    onError: () => {
      if (renewed.current) return markFailed();
      renewed.current = true;
      renew(state.mediaToken).then(
        (fresh) => {
          if (!alive.current) return;
          setState((before) => ({ ...before, mediaToken: fresh, attempt: before.attempt + 1 }));
        },
        () => setState((before) => ({ ...before, failed: true, hasRenewalFailed: true })),
      );
    },
  };
}

/** What is needed to load stored files: a media token and the way to renew it. */
export type MediaLinks = { mediaToken: string; renewMediaToken: RenewMediaToken };
