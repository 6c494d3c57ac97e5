import { useCallback, useEffect, useState } from 'react';
import { returnPath } from '#src/lib/return-path.ts';
import { call, client } from '#src/web/client.ts';
import type { AgeMethod, AgeState } from '../age-checks.schema.ts';

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 15_000;

type Shown =
  | { step: 'loading' }
  | { step: 'failed'; message: string }
  | { step: 'found'; state: AgeState };

const fetchState = () => call(client.api['age-check'].result.$post());

/** Where the visitor goes on: the page that led here, or the front page. */
export function nextPath(): string {
  const next = new URLSearchParams(window.location.search).get('next');
  const { pathname, origin } = window.location;
  const path = returnPath(next, origin);
  return path && !path.startsWith(pathname) ? path : '/';
}

/** The address to return to is not part of the provider's address, so the tab remembers it. */
const NEXT_KEY = 'velvet.age-check-next';

function rememberNext(): string {
  const isGiven = new URLSearchParams(window.location.search).has('next');
  if (isGiven) sessionStorage.setItem(NEXT_KEY, nextPath());
  return returnPath(sessionStorage.getItem(NEXT_KEY), window.location.origin) ?? '/';
}

/** Reads the state of this browser, follows an open check to its end, and starts another one. */
export function useAgeCheck() {
  const [shown, setShown] = useState<Shown>({ step: 'loading' });
  const [next, setNext] = useState('/');
  const [message, setMessage] = useState<string>();
  const [starting, setStarting] = useState<AgeMethod>();

  const load = useCallback(async () => {
    setShown(
      await fetchState().then(
        (state) => ({ step: 'found', state }) as const,
        (error: Error) => ({ step: 'failed', message: error.message }) as const,
      ),
    );
  }, []);
  useEffect(() => {
    setNext(rememberNext());
    void load();
  }, [load]);

  const isOpen = shown.step === 'found' && isWaiting(shown.state);
  useEffect(() => {
    if (!isOpen) return;
    let wait = FIRST_WAIT_MS;
    let timer: ReturnType<typeof setTimeout>;
    const follow = async () => {
      // A lost connection is no result: the next attempt may reach the server again.
      const state = await fetchState().catch(() => null);
      if (state) setShown({ step: 'found', state });
      wait = Math.min(wait * 1.3, LONGEST_WAIT_MS);
      timer = setTimeout(() => void follow(), wait);
    };
    timer = setTimeout(() => void follow(), wait);
    return () => clearTimeout(timer);
  }, [isOpen]);

  async function start(method: AgeMethod): Promise<void> {
    if (starting) return;
    setStarting(method);
    setMessage(undefined);
    try {
      const { url } = await call(client.api['age-check'].$post({ json: { method } }));
      window.location.assign(url);
    } catch (error) {
      setMessage((error as Error).message);
      setStarting(undefined);
    }
  }

  return { shown, next, message, starting, load, start };
}

/** Whether the result of a check is still to come. */
export function isWaiting({ isVerified, check }: AgeState): boolean {
  return !isVerified && check?.status === 'open';
}
