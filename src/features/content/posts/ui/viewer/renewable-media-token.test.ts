import { expect, test } from 'vitest';
import { createRenewableMediaToken, isRefusal, withMediaToken } from './renewable-media-token.ts';

test('a renewed media token replaces the one in the address', () => {
  expect(withMediaToken('/media/1/h720.mp4?e=1&s=old', 'e=2&s=new')).toBe(
    '/media/1/h720.mp4?e=2&s=new',
  );
  expect(withMediaToken('/media/1/h720.mp4', 'e=2&s=new')).toBe('/media/1/h720.mp4?e=2&s=new');
});

test('only 403 and 404 count as refusals', () => {
  expect([403, 404].every(isRefusal)).toBe(true);
  expect([undefined, 0, 401, 500, 206].some(isRefusal)).toBe(false);
});

test('segments refused together share one renewal, and all others wait for it', async () => {
  const failed: string[] = [];
  const renewal = Promise.withResolvers<string>();
  const mediaToken = createRenewableMediaToken('first', (old) => {
    failed.push(old);
    return renewal.promise;
  });
  mediaToken.renew();
  mediaToken.renew();
  const waiting = mediaToken.current();
  renewal.resolve('second');
  expect(await waiting).toBe('second');
  expect(failed).toEqual(['first']);
});

test('a media token that expires again is renewed again', async () => {
  let renewals = 0;
  const mediaToken = createRenewableMediaToken('0', async () => String(++renewals));
  for (const expected of ['1', '2']) {
    mediaToken.renew();
    expect(await mediaToken.current()).toBe(expected);
  }
});

test('after a failed renewal the old media token stays, so that the video fails instead of hanging', async () => {
  const mediaToken = createRenewableMediaToken('first', () =>
    Promise.reject(new Error('no session')),
  );
  mediaToken.renew();
  expect(await mediaToken.current()).toBe('first');
});
