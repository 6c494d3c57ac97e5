import { describe, expect, test } from 'vitest';
import { canConvert, canReopen, canReview, hoursLeft, lateBefore } from './applications.rules.ts';

describe.each([
  ['pending', ['answered']],
  ['accepted', ['reopened', 'converted']],
  ['rejected', ['reopened']],
] as const)('an application with the status %s', (status, possible: readonly string[]) => {
  test(`allows only these actions: ${possible.join()}`, () => {
    const answers = {
      answered: canReview({ status }),
      reopened: canReopen({ status, isConverted: false }),
      converted: canConvert({ status, isConverted: false }),
    };
    const allowed = Object.entries(answers).filter(([, isAllowed]) => isAllowed);
    expect(allowed.map(([name]) => name)).toEqual(possible);
  });
});

test('a converted application can be neither converted again nor reopened', () => {
  const converted = { status: 'accepted', isConverted: true } as const;
  expect([canConvert(converted), canReopen(converted)]).toEqual([false, false]);
});

describe('hours left of the promised 48', () => {
  const received = '2026-11-19T08:00:00.000Z';
  test.each([
    ['2026-11-19T08:00:00.000Z', 48],
    ['2026-11-20T08:30:00.000Z', 23.5],
    ['2026-11-21T08:00:00.000Z', 0],
    ['2026-11-21T11:00:00.000Z', -3],
  ])('at %s %d hours are left', (now, left) => {
    expect(hoursLeft(received, Date.parse(now))).toBe(left);
    expect(Date.parse(received) < lateBefore(Date.parse(now)).getTime()).toBe(left < 0);
  });
});
