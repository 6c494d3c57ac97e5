import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEventRounds, ROUND_MS } from './event-rounds.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function start() {
  const announced: string[][] = [];
  const rounds = createEventRounds<string>((topics) => announced.push([...topics]));
  return { announced, rounds };
}

test('the first event is announced at once, and a burst after it once', () => {
  const { announced, rounds } = start();
  rounds.add(['tasks']);
  expect(announced).toEqual([['tasks']]);
  for (let event = 0; event < 50; event++) rounds.add(['tasks']);
  rounds.add(['media']);
  expect(announced).toHaveLength(1);
  vi.advanceTimersByTime(ROUND_MS);
  expect(announced.slice(1)).toEqual([['tasks', 'media']]);
  vi.advanceTimersByTime(10 * ROUND_MS);
  expect(announced).toHaveLength(2);
});

test('an event after a quiet time is announced at once', () => {
  const { announced, rounds } = start();
  rounds.add(['tasks']);
  vi.advanceTimersByTime(ROUND_MS);
  rounds.add(['tasks']);
  expect(announced).toHaveLength(2);
});

test('what arrives in a hidden tab is announced once it is visible', () => {
  const { announced, rounds } = start();
  rounds.pause();
  rounds.add(['tasks']);
  rounds.add(['tasks', 'media']);
  vi.advanceTimersByTime(ROUND_MS);
  expect(announced).toEqual([]);
  rounds.resume();
  expect(announced).toEqual([['tasks', 'media']]);
});

test('what waits is forgotten when the last listener leaves', () => {
  const { announced, rounds } = start();
  rounds.add(['tasks']);
  rounds.add(['media']);
  rounds.clear();
  vi.advanceTimersByTime(ROUND_MS);
  expect(announced).toEqual([['tasks']]);
  rounds.add(['tasks']);
  expect(announced).toHaveLength(2);
});
