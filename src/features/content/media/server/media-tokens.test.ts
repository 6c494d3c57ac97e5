import { expect, test } from 'vitest';
import { createMediaPass, PASS_LIFETIME } from './media-tokens.ts';

const { issue, check } = createMediaPass('a secret of the house, long enough');
const parts = (pass: string) => {
  const query = new URLSearchParams(pass);
  return { e: query.get('e') ?? undefined, s: query.get('s') ?? undefined };
};
const NOON = Date.UTC(2026, 0, 1, 12);

test('a pass is good for its session, for at least half an hour and at most an hour', () => {
  for (let minute = 0; minute < 120; minute += 7) {
    const now = NOON + minute * 60_000;
    const left = check(parts(issue('session', now)), 'session', now);
    expect(left).toBeGreaterThan(PASS_LIFETIME / 2 - 1);
    expect(left).toBeLessThanOrEqual(PASS_LIFETIME);
  }
});

test('passes of the same half hour are equal, so that the browser can reuse what it has', () => {
  expect(issue('session', NOON)).toBe(issue('session', NOON + 29 * 60_000));
  expect(issue('session', NOON)).not.toBe(issue('session', NOON + 31 * 60_000));
});

test('a pass is refused for another session, with another secret, and once it has expired', () => {
  const pass = parts(issue('session', NOON));
  expect(check(pass, 'other', NOON)).toBeNull();
  expect(createMediaPass('another secret').check(pass, 'session', NOON)).toBeNull();
  expect(check(pass, 'session', NOON + PASS_LIFETIME * 1_000)).toBeNull();
});

test('a pass whose end or seal was changed is refused', () => {
  const { e, s } = parts(issue('session', NOON));
  expect(check({ e: String(Number(e) + 1), s }, 'session', NOON)).toBeNull();
  expect(check({ e: '9999999999', s }, 'session', NOON)).toBeNull();
  expect(check({ e, s: s!.slice(0, -2) }, 'session', NOON)).toBeNull();
  expect(
    check({ e, s: s!.startsWith('A') ? `B${s!.slice(1)}` : `A${s!.slice(1)}` }, 'session', NOON),
  ).toBeNull();
  expect(check({ e: undefined, s }, 'session', NOON)).toBeNull();
  expect(check({ e, s: '' }, 'session', NOON)).toBeNull();
});
