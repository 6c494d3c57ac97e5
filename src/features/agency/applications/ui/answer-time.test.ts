import { expect, test } from 'vitest';
import { answerTime } from './answer-time.ts';

test.each([
  [48, '48 h left', 'calm'],
  [12, '12 h left', 'calm'],
  [11.99, '11 h left', 'soon'],
  [1, '1 h left', 'soon'],
  [0.5, '30 min left', 'soon'],
  [0.001, '1 min left', 'soon'],
  [0, 'overdue by 1 min', 'late'],
  [-0.75, 'overdue by 45 min', 'late'],
  [-3.9, 'overdue by 3 h', 'late'],
  [-47.9, 'overdue by 47 h', 'late'],
  [-48, 'overdue by 2 days', 'late'],
  [-8_760, 'overdue by 365 days', 'late'],
])('%d hours are shown as "%s"', (left, text, urgency) => {
  expect(answerTime(left)).toEqual({ text, urgency });
});
