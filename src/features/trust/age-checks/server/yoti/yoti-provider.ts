import { z } from 'zod';
import { DomainError } from '#src/lib/problem.ts';
import type { YotiConfig } from '#src/platform/config/age-check-config.ts';
import { AGE_CHECK_MINUTES, type AgeOutcome } from '../../age-checks.schema.ts';
import type { AgeProvider } from '../age-provider.ts';

/** Somebody waits for the answer. */
const TIMEOUT_MS = 10_000;
/** An answer has a few kilobytes. */
const MAXIMUM_ANSWER = 256 * 1024;
const MINIMUM_AGE = 18;

const unavailable = (cause: unknown) =>
  new DomainError(
    'provider-unavailable',
    'Yoti can’t be reached right now. Try again in a minute, or try another way.',
    undefined,
    { cause },
  );

/** Calls Yoti's Age Verification Service. @throws DomainError 'provider-unavailable' */
async function callYoti<T>(
  { sdkId, apiKey, apiUrl }: YotiConfig,
  path: string,
  { schema, body, timeoutMs }: { schema: z.ZodType<T>; body?: object; timeoutMs: number },
): Promise<T> {
  try {
    const response = await fetch(`${apiUrl}/api/v1/sessions${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'yoti-sdk-id': sdkId,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
      // A redirect would send the key to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`Yoti answered ${response.status}`);
    if (text.length > MAXIMUM_ANSWER) throw new Error('Yoti answered too much');
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw unavailable(cause);
  }
}

const createdSchema = z.object({ id: z.string().regex(/^[\w-]{1,100}$/) });

/** The result of a session; other fields are not read. */
const resultSchema = z.object({
  id: z.string(),
  reference_id: z.string(),
  type: z.string(),
  status: z.string(),
});

/** Yoti’s statuses that say how a check ended; others, and new ones, leave it open. */
const OUTCOMES: Record<string, AgeOutcome> = {
  COMPLETE: 'passed',
  FAIL: 'failed',
  ERROR: 'failed',
  CANCELLED: 'ended',
  EXPIRED: 'ended',
};

const notificationSchema = z.object({ session_key: z.string().min(1).max(100) });

/**
 * Yoti’s Age Verification Service: sessions on its pages that find out whether somebody is over 18, by
 * an estimate from the face or by a document. Nothing in its notifications is believed: each only causes
 * the result to be requested with the API key.
 */
export function createYoti(config: YotiConfig, timeoutMs = TIMEOUT_MS): AgeProvider {
  return {
    method: 'yoti',
    async start({ checkId, returnUrl, notificationUrl }) {
      const estimate = { allowed: true, threshold: config.faceAge, level: 'PASSIVE' };
      const proof = { allowed: true, threshold: MINIMUM_AGE };
      const body = {
        type: 'OVER',
        age_estimation: estimate,
        digital_id: proof,
        doc_scan: { ...proof, authenticity: 'AUTO', level: 'PASSIVE' },
        ttl: AGE_CHECK_MINUTES * 60,
        reference_id: checkId,
        callback: { auto: true, url: returnUrl },
        cancel_url: returnUrl,
        notification_url: notificationUrl,
        synchronous_checks: true,
      };
      const { id } = await callYoti(config, '', { schema: createdSchema, body, timeoutMs });
      const query = new URLSearchParams({ sessionId: id, sdkId: config.sdkId });
      return { reference: id, url: `${config.apiUrl}?${query}` };
    },
    readNotification({ body }) {
      const parsed = notificationSchema.safeParse(parseJson(body));
      if (!parsed.success) throw new DomainError('invalid-input', 'This is no notification');
      return { reference: parsed.data.session_key, outcome: null };
    },
    async fetchOutcome({ id, reference }) {
      const result = await callYoti(config, `/${encodeURIComponent(reference)}/result`, {
        schema: resultSchema,
        timeoutMs,
      });
      const isOfCheck =
        result.id === reference && result.reference_id === id && result.type === 'OVER';
      return isOfCheck ? (OUTCOMES[result.status] ?? null) : null;
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
