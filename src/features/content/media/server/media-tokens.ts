import { createHmac, type KeyObject } from 'node:crypto';
import { isEqualInConstantTime } from '#src/platform/config/constant-time.ts';
import { deriveKeys, type Secrets } from '#src/platform/config/keys.ts';

/** Maximum lifetime of a media token in seconds. */
export const MEDIA_TOKEN_LIFETIME = 3_600;
// All tokens of a session within a window are equal, so that the browser's cache can reuse responses.
const WINDOW = MEDIA_TOKEN_LIFETIME / 2;

const seconds = (now: number) => Math.floor(now / 1_000);

/**
 * Issues and checks media tokens: the query string of media addresses. A token belongs to one session
 * and expires within an hour. It grants nothing by itself: every read also checks the right to view.
 */
export function createMediaTokens(secrets: Secrets) {
  const [newest, ...previous] = deriveKeys(secrets, 'media token');
  const sign = (key: KeyObject, sessionId: string, expires: number) =>
    createHmac('sha256', key).update(`${expires}.${sessionId}`).digest();

  return {
    /** Issues a token for a session, valid for at least half an hour. */
    issue(sessionId: string, now = Date.now()): string {
      const expires = (Math.floor(seconds(now) / WINDOW) + 2) * WINDOW;
      return `e=${expires}&s=${sign(newest, sessionId, expires).toString('base64url')}`;
    },
    /** Remaining seconds of a token, or null if it is not valid for this session. */
    check(
      token: { e: string | undefined; s: string | undefined },
      sessionId: string,
      now = Date.now(),
    ): number | null {
      if (!token.e || !token.s || !/^\d{1,12}$/.test(token.e)) return null;
      const left = Number(token.e) - seconds(now);
      if (left <= 0 || left > MEDIA_TOKEN_LIFETIME) return null;
      const signature = Buffer.from(token.s, 'base64url');
      const isValid = [newest, ...previous].some((key) =>
        isEqualInConstantTime(signature, sign(key, sessionId, Number(token.e))),
      );
      return isValid ? left : null;
    },
  };
}

export type MediaTokens = ReturnType<typeof createMediaTokens>;
