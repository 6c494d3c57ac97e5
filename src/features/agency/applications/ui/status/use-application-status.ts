import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#src/lib/api-error.ts';
import { call, client } from '#src/web/client.ts';
import type { ApplicationStatus } from '../../application-status.schema.ts';

type StatusState =
  | { step: 'looking' }
  | { step: 'failed'; message: string }
  | { step: 'unknown' }
  | { step: 'found'; application: ApplicationStatus };

function failureOf(error: unknown): StatusState {
  const isUnknown = error instanceof ApiError && [400, 404].includes(error.problem.status);
  if (isUnknown) return { step: 'unknown' };
  return { step: 'failed', message: (error as Error).message };
}

/**
 * Loads the application of a mail's link, and answers its open question.
 * @param token undefined until it is known
 */
export function useApplicationStatus(token: string | null | undefined) {
  const [state, setState] = useState<StatusState>({ step: 'looking' });
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const newest = useRef(token);

  const load = useCallback(async () => {
    newest.current = token;
    if (token === undefined) return;
    if (token === null) return setState({ step: 'unknown' });
    setState({ step: 'looking' });
    const found = await call(client.api['application-status'].$post({ json: { token } })).then(
      (application): StatusState => ({ step: 'found', application }),
      failureOf,
    );
    // Another link may have been opened in this page in the meantime.
    if (newest.current === token) setState(found);
  }, [token]);
  useEffect(() => void load(), [load]);

  async function sendAnswer(answer: string): Promise<void> {
    if (!token || isBusy) return;
    setIsBusy(true);
    setFailure(null);
    try {
      const json = { token, answer };
      const application = await call(client.api['application-status'].answer.$post({ json }));
      setState({ step: 'found', application });
    } catch (error) {
      setFailure((error as Error).message);
    } finally {
      setIsBusy(false);
    }
  }

  return { state, failure, isBusy, load, sendAnswer };
}
