import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';

/** Fetches the pass that replaces the given one, which no longer opens the file. */
export type RenewPass = (failedPass: string) => Promise<string>;

/** A pass lives for half an hour at least, so one renewed this long ago still does. */
const FRESH = 20 * 60_000;
const KEPT = 60 * 60_000;
const renewalKey = (failedPass: string) => ['media-pass', failedPass];

type FetchPage = () => Promise<{ pass: string }>;

/** As {@link useRenewPass}, which it does. */
export const renewPass = (
  queryClient: QueryClient,
  failedPass: string,
  fetchPage: FetchPage,
): Promise<string> =>
  queryClient.fetchQuery({
    queryKey: renewalKey(failedPass),
    queryFn: async () => (await fetchPage()).pass,
    // The same pass again: not the pass was at fault, and it may run out later on.
    staleTime: ({ state }) => (state.data === failedPass ? 0 : FRESH),
    gcTime: KEPT,
  });

/**
 * Renews passes with those that come with the answer of `fetchPage`. A pass opens all files of its
 * session, so whatever fails with the same one shares one renewal, in all lists and players.
 */
export function useRenewPass(fetchPage: FetchPage): RenewPass {
  const queryClient = useQueryClient();
  const latest = useRef(fetchPage);
  useEffect(() => {
    latest.current = fetchPage;
  });
  return useCallback(
    (failedPass) => renewPass(queryClient, failedPass, () => latest.current()),
    [queryClient],
  );
}

/** What replaced the pass since, so that what is shown later need not fail with it first. */
export function newestPass(queryClient: QueryClient, pass: string): string {
  const seen = new Set([pass]);
  let newest = pass;
  for (;;) {
    const next = queryClient.getQueryData<string>(renewalKey(newest));
    if (!next || seen.has(next)) return newest;
    seen.add(next);
    newest = next;
  }
}

/**
 * The pass with which a file's address is made. It stays the same while it works, so a renewed
 * page does not load its pictures again; after a failure it is renewed once, then given up.
 */
export function useMediaPass(pass: string, renew: RenewPass) {
  const queryClient = useQueryClient();
  const [state, setState] = useState(() => ({
    pass: newestPass(queryClient, pass),
    attempt: 0,
    failed: false,
    /** Whether it failed for want of a new pass. */
    hasNoLink: false,
  }));
  const renewed = useRef(false);
  const alive = useRef(true);
  useEffect(() => {
    alive.current = true;
    return () => {
      alive.current = false;
    };
  }, []);

  const giveUp = () => setState((before) => ({ ...before, failed: true }));
  return {
    ...state,
    giveUp,
    tryAgain: () => {
      renewed.current = false;
      setState(({ attempt }) => ({
        pass: newestPass(queryClient, pass),
        attempt: attempt + 1,
        failed: false,
        hasNoLink: false,
      }));
    },
    onLoad: () => {
      renewed.current = false;
    },
    onError: () => {
      if (renewed.current) return giveUp();
      renewed.current = true;
      renew(state.pass).then(
        (fresh) => {
          if (!alive.current) return;
          setState((before) => ({ ...before, pass: fresh, attempt: before.attempt + 1 }));
        },
        () => setState((before) => ({ ...before, failed: true, hasNoLink: true })),
      );
    },
  };
}

/** How pictures of files that are on the server are reached. */
export type MediaLinks = { pass: string; renewPass: RenewPass };
