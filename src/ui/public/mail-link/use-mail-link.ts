import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#src/lib/api/api-error.ts';
import { useLinkToken } from './use-link-token.ts';

/** A record that a mail's link leads to. */
export type FoundRecord<R> = {
  /** The secret of the link. */
  token: string;
  record: R;
  /** Whether it was changed on this page. */
  isChanged: boolean;
  /** Why the last change failed. */
  message?: string;
};

type MailLinkState<R> =
  | { step: 'loading' }
  | { step: 'failed'; message: string }
  | { step: 'unknown' }
  | ({ step: 'found' } & FoundRecord<R>);

function failureOf(error: unknown): { step: 'unknown' } | { step: 'failed'; message: string } {
  const isUnknown = error instanceof ApiError && [400, 404].includes(error.problem.status);
  return isUnknown ? { step: 'unknown' } : { step: 'failed', message: (error as Error).message };
}

const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError && error.problem.code === 'not-allowed-in-state';

/**
 * Reads and changes the record of the token in the address, without signing in.
 * @param read always the same function
 */
export function useMailLink<R>(read: (token: string) => Promise<R>) {
  const token = useLinkToken();
  const [state, setState] = useState<MailLinkState<R>>({ step: 'loading' });
  const [isBusy, setIsBusy] = useState(false);
  const newest = useRef(token);

  const load = useCallback(async () => {
    newest.current = token;
    if (token === undefined) return;
    if (token === null) return setState({ step: 'unknown' });
    setState({ step: 'loading' });
    const found = await read(token).then(
      (record) => ({ step: 'found', token, record, isChanged: false }) as const,
      failureOf,
    );
    // Another link may have been opened in this page in the meantime.
    if (newest.current === token) setState(found);
  }, [token, read]);
  useEffect(() => void load(), [load]);

  /** Sends a change, one at a time; `send` returns the changed record. */
  async function change(send: (token: string) => Promise<R>): Promise<void> {
    if (!token || state.step !== 'found' || isBusy) return;
    setIsBusy(true);
    try {
      setState({ step: 'found', token, record: await send(token), isChanged: true });
    } catch (error) {
      const { message } = error as Error;
      // Somebody may have changed the record in the meantime.
      const record = isOutdated(error) ? await read(token).catch(() => null) : null;
      setState({ ...state, ...(record && { record }), message });
    } finally {
      setIsBusy(false);
    }
  }

  return { state, isBusy, load, change };
}
