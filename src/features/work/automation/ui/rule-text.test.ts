import { expect, test } from 'vitest';
import type { Rule } from '../automation.schema.ts';
import { ruleText } from './rule-text.ts';

const rule: Rule = {
  id: '7b1d1f0e-2c9b-4b1f-8f60-0d5e3c9a7b22',
  name: 'Silence',
  trigger: 'no_post',
  days: 6,
  tag: null,
  action: 'create_task',
  templateId: '4a7d1f0e-2c9b-4b1f-8f60-0d5e3c9a7b11',
  note: '',
  isActive: true,
  templateName: 'New post',
  runs: 0,
};

test('a rule is a sentence', () => {
  expect(ruleText(rule)).toBe(
    'When an influencer has nothing scheduled and hasn’t posted for 6 days, create the task “New post”.',
  );
  expect(ruleText({ ...rule, trigger: 'interval', days: 1 })).toBe(
    'Every day, for each influencer, create the task “New post”.',
  );
  expect(ruleText({ ...rule, trigger: 'interval', days: 30, tag: 'Top ten' })).toBe(
    'Every 30 days, for each influencer, if tagged “Top ten”, create the task “New post”.',
  );
  const note = { action: 'add_note', note: 'Ask about the card' } as const;
  expect(ruleText({ ...rule, ...note, trigger: 'payment_failed', days: null })).toBe(
    'When a fan’s payment has failed twice, add a note: “Ask about the card”',
  );
});
