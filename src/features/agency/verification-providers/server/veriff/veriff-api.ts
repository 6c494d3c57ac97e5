import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { DomainError } from '#src/lib/problem.ts';
import type { VeriffConfig } from '#src/platform/config/verification-config.ts';

/** Staff or the person wait for a new session; none is made while a row is locked. */
const TIMEOUT_MS = 10_000;
/** A report has a few kilobytes. */
const MAXIMUM_ANSWER = 512 * 1024;

export type VeriffAccess = Omit<VeriffConfig, 'kind'>;

/** Veriff signs with the shared secret: bodies of POST and of its reports, otherwise the session's id. */
export function signVeriff({ sharedSecret }: Pick<VeriffAccess, 'sharedSecret'>, content: string) {
  return createHmac('sha256', sharedSecret).update(content).digest();
}

const createdSchema = z.object({
  verification: z.object({ id: z.string().min(1).max(255), url: z.url({ protocol: /^https?$/ }) }),
});

/** Calls Veriff. @throws DomainError 'provider-unavailable' */
async function callVeriff(
  access: VeriffAccess,
  path: string,
  { signed, ...init }: Pick<RequestInit, 'method' | 'body'> & { signed: string },
  timeoutMs: number,
): Promise<string> {
  try {
    const response = await fetch(`${access.apiUrl}${path}`, {
      ...init,
      headers: {
        'x-auth-client': access.apiKey,
        'x-hmac-signature': signVeriff(access, signed).toString('hex'),
        'content-type': 'application/json',
      },
      // A redirect would send the key to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    // Its text may name the person.
    if (!response.ok) throw new Error(`Veriff answered ${response.status}`);
    if (text.length > MAXIMUM_ANSWER) throw new Error('Veriff answered too much');
    return text;
  } catch (cause) {
    throw unavailable(cause);
  }
}

const unavailable = (cause: unknown) =>
  new DomainError(
    'provider-unavailable',
    'Veriff can’t be reached right now. Try again in a minute.',
    undefined,
    { cause },
  );

/** Creates a session. Repeating it creates another one. */
export async function createVeriffSession(
  access: VeriffAccess,
  { sessionId, returnUrl }: { sessionId: string; returnUrl: string },
  timeoutMs = TIMEOUT_MS,
) {
  const body = JSON.stringify({ verification: { callback: returnUrl, vendorData: sessionId } });
  const init = { method: 'POST', body, signed: body };
  const answer = await callVeriff(access, '/v1/sessions', init, timeoutMs);
  try {
    const { id, url } = createdSchema.parse(JSON.parse(answer)).verification;
    return { reference: id, url };
  } catch {
    throw unavailable(new Error('Veriff created a session without id or address'));
  }
}

const decisionSchema = z.object({ verification: z.unknown().nullish() });

/** The decision about a session as Veriff sends it; null before there is one. */
export async function fetchVeriffDecision(
  access: VeriffAccess,
  reference: string,
  timeoutMs = TIMEOUT_MS,
): Promise<string | null> {
  const path = `/v1/sessions/${encodeURIComponent(reference)}/decision`;
  const answer = await callVeriff(access, path, { method: 'GET', signed: reference }, timeoutMs);
  try {
    return decisionSchema.parse(JSON.parse(answer)).verification ? answer : null;
  } catch {
    throw unavailable(new Error('Veriff answered something that is no decision'));
  }
}
