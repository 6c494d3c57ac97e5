import { useCallback, useEffect, useState } from 'react';
import { call, client } from '#src/client/client.ts';
import type { AgeMethod, AgeState, StartedAgeCheck } from '../age-checks.schema.ts';
import { useReturn } from './use-return.ts';

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 15_000;

type Shown =
  | { step: 'loading' }
  | { step: 'failed'; message: string }
  | { step: 'found'; state: AgeState };

const fetchState = () => call(client.api['age-check'].result.$post());

/** Reads the state of this browser, follows an open check to its end, and starts another one. */
export function useAgeCheck() {
  const [shown, setShown] = useState<Shown>({ step: 'loading' });
  const [message, setMessage] = useState<string>();
  const [starting, setStarting] = useState<AgeMethod>();
  const [walletCheck, setWalletCheck] = useState<StartedAgeCheck>();
  const { next, remember, isReturning } = useReturn(
    shown.step === 'found' ? shown.state.isVerified : undefined,
  );

  const load = useCallback(async () => {
    setShown(
      await fetchState().then(
        (state) => ({ step: 'found', state }) as const,
        (error: Error) => ({ step: 'failed', message: error.message }) as const,
      ),
    );
  }, []);
  useEffect(() => void load(), [load]);

  const isOpen = shown.step === 'found' && isWaiting(shown.state);
  useEffect(() => {
    if (!isOpen) return;
    let wait = FIRST_WAIT_MS;
    let timer: ReturnType<typeof setTimeout>;
    const follow = async () => {
      clearTimeout(timer);
      // A lost connection is no result: the next attempt may reach the server again.
      const state = await fetchState().catch(() => null);
      if (state) setShown({ step: 'found', state });
      wait = Math.min(wait * 1.3, LONGEST_WAIT_MS);
      timer = setTimeout(() => void follow(), wait);
    };
    timer = setTimeout(() => void follow(), wait);
    // Somebody comes back from the wallet on this device.
    const onVisible = () => document.visibilityState === 'visible' && void follow();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [isOpen]);

  async function start(method: AgeMethod): Promise<void> {
    if (starting) return;
    setStarting(method);
    setMessage(undefined);
    try {
      const started = await call(client.api['age-check'].$post({ json: { method } }));
      remember();
      if (method !== 'eu_wallet') return window.location.assign(started.url);
      // The wallet is another app, often on another device.
      await load();
      setWalletCheck(started);
      setStarting(undefined);
    } catch (error) {
      setMessage((error as Error).message);
      setStarting(undefined);
    }
  }

  /** Leaves an open check for another one. */
  const leaveWallet = () => setWalletCheck(undefined);

  return { shown, next, isReturning, message, starting, walletCheck, leaveWallet, load, start };
}

/** Whether the result of a check is still to come. */
export function isWaiting({ isVerified, check }: AgeState): boolean {
  return !isVerified && check?.status === 'open';
}
