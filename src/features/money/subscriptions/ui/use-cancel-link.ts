import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#src/lib/api-error.ts';
import { call, client } from '#src/web/client.ts';
import type { CancelLink } from '../cancel-link.schema.ts';

/** The state of a cancel link's page. */
export type CancelState =
  | { step: 'looking' }
  | { step: 'failed'; message: string }
  | { step: 'unknown' }
  | { step: 'found'; link: CancelLink; message?: string }
  | { step: 'stopped'; link: CancelLink };

/**
 * Loads a cancel link's subscription and stops its renewals.
 * @param token undefined until it is known
 */
export function useCancelLink(token: string | null | undefined) {
  const [state, setState] = useState<CancelState>({ step: 'looking' });
  const [isBusy, setBusy] = useState(false);
  const newest = useRef(token);

  const load = useCallback(async () => {
    newest.current = token;
    if (token === undefined) return;
    if (token === null) return setState({ step: 'unknown' });
    setState({ step: 'looking' });
    const found = await call(client.api['cancel-link'].$post({ json: { token } })).then(
      (link): CancelState => ({ step: 'found', link }),
      failureOf,
    );
    // Another link may have been opened in this page in the meantime.
    if (newest.current === token) setState(found);
  }, [token]);
  useEffect(() => void load(), [load]);

  async function stop(): Promise<void> {
    if (!token || state.step !== 'found' || isBusy) return;
    setBusy(true);
    try {
      const link = await call(client.api['cancel-link'].stop.$post({ json: { token } }));
      setState({ step: 'stopped', link });
    } catch (error) {
      if (error instanceof ApiError && error.problem.code === 'not-allowed-in-state') await load();
      else setState({ ...state, message: (error as Error).message });
    } finally {
      setBusy(false);
    }
  }

  return { state, isBusy, load, stop };
}

function failureOf(error: unknown): CancelState {
  const isUnknown = error instanceof ApiError && [400, 404].includes(error.problem.status);
  if (isUnknown) return { step: 'unknown' };
  return { step: 'failed', message: (error as Error).message };
}
