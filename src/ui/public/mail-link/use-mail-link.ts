import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#src/lib/api/api-error.ts';
import { spendLink, useLinkToken } from './use-link-token.ts';

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

type MailLinkOptions<R> = {
  /** Always the same function. */
  read: (token: string) => Promise<R>;
  /** Whether a link that works once was used; always the same function. */
  isSpent?: ((record: R) => boolean) | undefined;
};

/** Reads and changes the record of the token in the address, without signing in. */
export function useMailLink<R>({ read, isSpent }: MailLinkOptions<R>) {
  const { token, result } = useLinkToken();
  const [state, setState] = useState<MailLinkState<R>>({ step: 'loading' });
  const [isBusy, setIsBusy] = useState(false);
  const newest = useRef(token);

  const load = useCallback(async () => {
    newest.current = token;
    if (token === undefined) return;
    if (token === null) {
      return setState(
        result === undefined
          ? { step: 'unknown' }
          : { step: 'found', token: '', record: result as R, isChanged: false },
      );
    }
    setState({ step: 'loading' });
    const found = await read(token).then(
      (record) => ({ step: 'found', token, record, isChanged: false }) as const,
      failureOf,
    );
    // Another link may have been opened in this page in the meantime.
    if (newest.current === token) setState(found);
  }, [token, result, read]);
  useEffect(() => void load(), [load]);

  /** Sends a change, one at a time; `send` returns the changed record. */
  async function change(send: (token: string) => Promise<R>): Promise<void> {
    if (!token || state.step !== 'found' || isBusy) return;
    setIsBusy(true);
    try {
      const record = await send(token);
      if (isSpent?.(record)) spendLink(record);
      setState({ step: 'found', token, record, isChanged: true });
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
