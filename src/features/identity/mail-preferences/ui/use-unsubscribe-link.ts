import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#src/lib/api-error.ts';
import { call, client } from '#src/web/client.ts';
import type { UnsubscribeLink } from '../mail-preferences.schema.ts';

/** The state of an unsubscribe link's page. */
export type UnsubscribeState =
  | { step: 'loading' }
  | { step: 'failed'; message: string }
  | { step: 'unknown' }
  | { step: 'found'; link: UnsubscribeLink; isNew: boolean; message?: string };

/**
 * Loads an unsubscribe link and switches off its mails.
 * @param token undefined until it is known
 */
export function useUnsubscribeLink(token: string | null | undefined) {
  const [state, setState] = useState<UnsubscribeState>({ step: 'loading' });
  const [isBusy, setBusy] = useState(false);
  const newest = useRef(token);

  const load = useCallback(async () => {
    newest.current = token;
    if (token === undefined) return;
    if (token === null) return setState({ step: 'unknown' });
    setState({ step: 'loading' });
    const found = await call(client.api['unsubscribe-link'].$post({ json: { token } })).then(
      (link): UnsubscribeState => ({ step: 'found', link, isNew: false }),
      failureOf,
    );
    // Another link may have been opened in this page in the meantime.
    if (newest.current === token) setState(found);
  }, [token]);
  useEffect(() => void load(), [load]);

  /** @param all also every other kind of mail */
  async function unsubscribe(all: boolean): Promise<void> {
    if (!token || state.step !== 'found' || isBusy) return;
    setBusy(true);
    try {
      const link = await call(client.api['unsubscribe-link'].use.$post({ json: { token, all } }));
      setState({ step: 'found', link, isNew: true });
    } catch (error) {
      setState({ ...state, message: (error as Error).message });
    } finally {
      setBusy(false);
    }
  }

  return { state, isBusy, load, unsubscribe };
}

function failureOf(error: unknown): UnsubscribeState {
  const isUnknown = error instanceof ApiError && [400, 404].includes(error.problem.status);
  if (isUnknown) return { step: 'unknown' };
  return { step: 'failed', message: (error as Error).message };
}
