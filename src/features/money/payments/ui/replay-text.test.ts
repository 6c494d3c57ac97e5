import { expect, it } from 'vitest';
import { replayText } from './replay-text.ts';

it.each([
  [{ handled: 1, waiting: 0, failed: 0, retriedElsewhere: 0 }, '1 event was handled'],
  [
    { handled: 2, waiting: 1, failed: 0, retriedElsewhere: 0 },
    '2 events were handled, 1 is still waiting',
  ],
  [
    { handled: 0, waiting: 2, failed: 1, retriedElsewhere: 0 },
    'No event was handled, 2 are still waiting, 1 failed again',
  ],
  [
    { handled: 0, waiting: 0, failed: 0, retriedElsewhere: 2 },
    'No event was handled, 2 had already been retried',
  ],
  [{ handled: 0, waiting: 0, failed: 0, retriedElsewhere: 0 }, 'There were no events to process'],
])('the result %j is described in a sentence', (outcome, text) => {
  expect(replayText(outcome)).toBe(text);
});
