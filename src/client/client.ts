import { hc } from 'hono/client';
import { ApiError } from '#src/lib/api/api-error.ts';
import type { JsonResponse } from '#src/lib/api/client-types.ts';
import type { Problem } from '#src/lib/problem.ts';
import type { ApiClient } from '#src/server/api.ts';

type Fetch = typeof fetch;

/** How long the app waits for an answer before it says that the server cannot be reached. */
const ANSWER_MS = 60_000;
/** How long a file with videos may take. */
const LARGE_FILE_MS = 60 * 60_000;

// During server rendering, the HTTP shell provides this fetch to call the API in-process as a visitor.
const fetchOnServer: Fetch = (input, init) => {
  const { velvetRopeApi } = globalThis as { velvetRopeApi?: Fetch };
  return (velvetRopeApi ?? fetch)(input, init);
};

const fetchInBrowser: Fetch = (input, init) => {
  const isRead = typeof input === 'string' && init?.method === 'GET';
  const signal = () => init?.signal ?? AbortSignal.timeout(ANSWER_MS);
  const request = () => fetch(input, { ...init, signal: signal() });
  return repeatOnceConfirmed((isRead && takeEarlyResponse(input)) || request(), request);
};

let askForConfirmation: (() => Promise<boolean>) | undefined;

/**
 * Lets the signed-in screens answer the server's demand for a confirmation.
 * @param ask asks the user, and resolves to whether the identity is confirmed now
 * @returns the function that ends it
 */
export function answerConfirmations(ask: () => Promise<boolean>): () => void {
  askForConfirmation = ask;
  return () => (askForConfirmation = undefined);
}

/** Repeats a request that was refused until the user confirmed the identity. */
async function repeatOnceConfirmed(
  first: Promise<Response>,
  request: () => Promise<Response>,
): Promise<Response> {
  const response = await first;
  if (response.status !== 403 || !askForConfirmation) return response;
  const problem = await readProblem(response.clone());
  const isDemanded = problem?.code === 'confirmation-required';
  return isDemanded && (await askForConfirmation()) ? request() : response;
}

/** The problem of a failed response; null if the response is not from the product, but from a proxy before it. */
async function readProblem(response: Pick<Response, 'headers' | 'json'>): Promise<Problem | null> {
  // By its type alone: a check of every field would load zod with the first screen.
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json');
  return isProblem ? ((await response.json().catch(() => null)) as Problem | null) : null;
}

/** The response to a request that the entry script has sent already, once. */
function takeEarlyResponse(url: string): Promise<Response> | undefined {
  const { earlyResponses } = globalThis as { earlyResponses?: Map<string, Promise<Response>> };
  const response = earlyResponses?.get(url);
  earlyResponses?.delete(url);
  return response;
}

/** The typed client of the API, the only way from the browser to the server. Its types are our own, see client-types.ts. */
export const client = hc(import.meta.env.SSR ? 'http://localhost' : window.location.origin, {
  fetch: import.meta.env.SSR ? fetchOnServer : fetchInBrowser,
}) as unknown as ApiClient;

const OFFLINE: Problem = {
  type: '/problems/internal',
  title: 'No connection',
  status: 500,
  code: 'internal',
  detail: 'We can’t reach the server. Check your connection and try again.',
};

/**
 * Awaits a call of {@link client} and returns its JSON.
 * @throws ApiError if the server rejects the call, fails or cannot be reached.
 */
export async function call<T>(pending: Promise<JsonResponse<T>>): Promise<T> {
  return (await requireSuccess(pending)).json();
}

/** The options of a call that makes a file of gigabytes. */
export function forLargeFile(): { init: RequestInit } {
  return { init: { signal: AbortSignal.timeout(LARGE_FILE_MS) } };
}

/** Awaits a call that makes a file, and saves it. @throws ApiError like {@link call} */
export async function saveFile(pending: Promise<JsonResponse<string>>, name: string) {
  // The types describe JSON alone.
  const response = (await requireSuccess(pending)) as unknown as Response;
  const file = await response.blob();
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  URL.revokeObjectURL(href);
}

async function requireSuccess<T>(pending: Promise<JsonResponse<T>>): Promise<JsonResponse<T>> {
  const response = await pending.catch(() => null);
  if (!response) throw new ApiError(OFFLINE);
  if (response.ok) return response;
  const problem = await readProblem(response);
  if (problem?.code === 'age-check-required') openAgeCheck();
  throw new ApiError(
    problem ?? {
      ...OFFLINE,
      status: response.status,
      title: 'Error',
      detail: 'Something went wrong. Please try again.',
    },
    Number(response.headers.get('retry-after') ?? Number.NaN),
  );
}

/** Leads to the age check and back, where creators are shown only afterwards. */
function openAgeCheck(): void {
  if (import.meta.env.SSR) return;
  const { pathname, search } = window.location;
  window.location.assign(`/age-check?${new URLSearchParams({ next: pathname + search })}`);
}

/** Awaits a call for one record; null if the record does not exist. */
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
