import { expect, test } from 'vitest';
import { createMediaTokens, MEDIA_TOKEN_LIFETIME } from './media-tokens.ts';

const { issue, check } = createMediaTokens(['a secret that is long enough']);
const parts = (token: string) => {
  const query = new URLSearchParams(token);
  return { e: query.get('e') ?? undefined, s: query.get('s') ?? undefined };
};
const NOON = Date.UTC(2026, 0, 1, 12);

test('a media token is valid for its session for between half an hour and an hour', () => {
  for (let minute = 0; minute < 120; minute += 7) {
    const now = NOON + minute * 60_000;
    const left = check(parts(issue('session', now)), 'session', now);
    expect(left).toBeGreaterThan(MEDIA_TOKEN_LIFETIME / 2 - 1);
    expect(left).toBeLessThanOrEqual(MEDIA_TOKEN_LIFETIME);
  }
});

test('media tokens of the same half hour are equal, so that browser caches work', () => {
  expect(issue('session', NOON)).toBe(issue('session', NOON + 29 * 60_000));
  expect(issue('session', NOON)).not.toBe(issue('session', NOON + 31 * 60_000));
});

test('a media token is refused for another session, with another secret, and after it has expired', () => {
  const token = parts(issue('session', NOON));
  expect(check(token, 'other', NOON)).toBeNull();
  expect(createMediaTokens(['another secret']).check(token, 'session', NOON)).toBeNull();
  expect(check(token, 'session', NOON + MEDIA_TOKEN_LIFETIME * 1_000)).toBeNull();
});

test('a media token of the previous secret is valid, and new ones are signed with the newest', () => {
  const rotated = createMediaTokens(['the newest one', 'a secret that is long enough']);
  expect(rotated.check(parts(issue('session', NOON)), 'session', NOON)).not.toBeNull();
  const renewed = parts(rotated.issue('session', NOON));
  expect(createMediaTokens(['the newest one']).check(renewed, 'session', NOON)).not.toBeNull();
});

test('a media token with a changed expiry or signature is refused', () => {
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
