import { createHmac, createSecretKey } from 'node:crypto';
import { equalInConstantTime } from '#src/platform/config/constant-time.ts';
import { deriveKey } from '#src/platform/config/keys.ts';

/** Longest life of a pass, in seconds. */
export const PASS_LIFETIME = 3_600;
// All passes of a window are equal, so that the browser's cache knows the addresses again.
const WINDOW = PASS_LIFETIME / 2;

const seconds = (now: number) => Math.floor(now / 1_000);

/**
 * Makes and checks the query string of media addresses. A pass belongs to one session and ends
 * within the hour; it grants nothing by itself, for every read also asks for the right to view.
 */
export function createMediaPass(secret: string) {
  const key = createSecretKey(deriveKey(secret, 'media pass'));
  const seal = (sessionId: string, expires: number) =>
    createHmac('sha256', key).update(`${expires}.${sessionId}`).digest();

  return {
    /** The pass of this session; it lives for half an hour at least. */
    issue(sessionId: string, now = Date.now()): string {
      const expires = (Math.floor(seconds(now) / WINDOW) + 2) * WINDOW;
      return `e=${expires}&s=${seal(sessionId, expires).toString('base64url')}`;
    },
    /** Seconds that the pass still lives, or null when it is not valid for this session. */
    check(
      pass: { e: string | undefined; s: string | undefined },
      sessionId: string,
      now = Date.now(),
    ): number | null {
      if (!pass.e || !pass.s || !/^\d{1,12}$/.test(pass.e)) return null;
      const left = Number(pass.e) - seconds(now);
      if (left <= 0 || left > PASS_LIFETIME) return null;
      const expected = seal(sessionId, Number(pass.e));
      const given = Buffer.from(pass.s, 'base64url');
      return equalInConstantTime(given, expected) ? left : null;
    },
  };
}

export type MediaPass = ReturnType<typeof createMediaPass>;
