import { expect, test } from 'vitest';
import { createFilmPass, isRefusal, withPass } from './renewable-media-token.ts';

test('a renewed pass takes the place of the one in the address', () => {
  expect(withPass('/media/1/h720.mp4?e=1&s=old', 'e=2&s=new')).toBe('/media/1/h720.mp4?e=2&s=new');
  expect(withPass('/media/1/h720.mp4', 'e=2&s=new')).toBe('/media/1/h720.mp4?e=2&s=new');
});

test('only an answer about rights is a refusal', () => {
  expect([403, 404].every(isRefusal)).toBe(true);
  expect([undefined, 0, 401, 500, 206].some(isRefusal)).toBe(false);
});

test('parts refused together share one renewal, for which all others wait', async () => {
  const failed: string[] = [];
  const renewal = Promise.withResolvers<string>();
  const pass = createFilmPass('first', (old) => {
    failed.push(old);
    return renewal.promise;
  });
  pass.renew();
  pass.renew();
  const waiting = pass.current();
  renewal.resolve('second');
  expect(await waiting).toBe('second');
  expect(failed).toEqual(['first']);
});

test('a pass that runs out again is renewed again', async () => {
  let made = 0;
  const pass = createFilmPass('0', async () => String(++made));
  for (const expected of ['1', '2']) {
    pass.renew();
    expect(await pass.current()).toBe(expected);
  }
});

test('where the renewal fails the old pass stays, so that the film is refused and not stuck', async () => {
  const pass = createFilmPass('first', () => Promise.reject(new Error('no session')));
  pass.renew();
  expect(await pass.current()).toBe('first');
});
