import { expect, test } from 'vitest';
import { failureReason } from './failure-reason.ts';

test.each([
  [null, 'No reason was stored'],
  [{ name: 'TypeError', message: 'There is no room' }, 'TypeError: There is no room'],
  [{ message: 'job timed out' }, 'Job timed out'],
  [
    { name: 'Error', code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 10.2.0.7:587' },
    'Error: connect ECONNREFUSED …',
  ],
  [
    { name: 'Error', message: 'Nobody at <ada.lindqvist@example.test>: see https://a.test/s?t=1' },
    'Error: Nobody at <…>: see …',
  ],
  [
    { name: 'Error', message: 'The key 5f2b9c0d7e1a4b6c8d9e0f1a2b3c4d5e is unknown\nat line 1' },
    'Error: The key … is unknown',
  ],
  [
    { name: 'Error', code: 'EENVELOPE', responseCode: 550, message: '550 Ada is on holiday' },
    'The mail server refused it with code 550',
  ],
  [
    {
      name: 'DrizzleQueryError',
      query: '',
      message: 'Failed query: insert into users values ($1) params: ada@example.test',
      cause: { name: 'error', code: '23505', severity: 'ERROR', message: 'violates "users_key"' },
    },
    'Error: 23505: violates "users_key"',
  ],
  [
    { name: 'error', code: '22P02', severity: 'ERROR', message: 'invalid uuid: "Ada Lindqvist"' },
    'Error: 22P02: The database refused a value',
  ],
])('the reason of %j is %j', (failure, reason) => {
  expect(failureReason(failure)).toBe(reason);
});

test('a long reason is shortened', () => {
  expect(failureReason({ name: 'Error', message: 'word '.repeat(200) })).toHaveLength(200);
});
