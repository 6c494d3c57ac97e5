import { createIsomorphicFn } from '@tanstack/react-start';
import { hc } from 'hono/client';
import { ApiError } from '#src/lib/api-error.ts';
import { problemSchema, type Problem } from '#src/lib/problem.ts';
import type { Api } from '#src/server/api.ts';

type Fetch = typeof fetch;

// During server rendering the API is called in-process, as a visitor: the shell leaves its fetch here.
const serverFetch = createIsomorphicFn()
  .server((): Fetch => (input, init) => {
    const { velvetRopeApi } = globalThis as { velvetRopeApi?: Fetch };
    return (velvetRopeApi ?? fetch)(input, init);
  })
  .client((): Fetch => (input, init) => fetch(input, init));

const origin = createIsomorphicFn()
  .server(() => 'http://localhost')
  .client(() => window.location.origin);

/** The typed client of the API: the web's one door to the server. */
export const client = hc<Api>(origin(), { fetch: serverFetch() });

const offline: Problem = {
  type: '/problems/internal',
  title: 'No connection',
  status: 500,
  code: 'internal',
  detail: 'The server cannot be reached. Check your connection and try again.',
};

type JsonResponse<T> = { ok: boolean; status: number; json(): Promise<T> };

/**
 * Awaits a call of {@link client} and returns its JSON.
 * @throws ApiError when the server refuses, fails or cannot be reached.
 */
export async function call<T>(pending: Promise<JsonResponse<T>>): Promise<T> {
  const response = await pending.catch(() => null);
  if (!response) throw new ApiError(offline);
  if (response.ok) return response.json();
  const problem = problemSchema.safeParse(await response.json().catch(() => null));
  throw new ApiError(
    problem.success
      ? problem.data
      : { ...offline, status: response.status, title: 'Error', detail: 'Something went wrong.' },
  );
}

/** Awaits a call for one record; null when there is none. */
export async function callOrNull<T>(pending: Promise<JsonResponse<T>>): Promise<T | null> {
  try {
    return await call(pending);
  } catch (error) {
    const isMissing =
      error instanceof ApiError && ['not-found', 'invalid-input'].includes(error.problem.code);
    if (isMissing) return null;
    throw error;
  }
}
