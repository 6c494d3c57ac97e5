import { expect, test } from 'vitest';
import { topicInAddress, CONTACT, initialDraft } from './contact-draft.ts';

const storedDraft = {
  name: 'Ada',
  email: 'ada@example.test',
  topic: 'Something else',
  message: 'What I wanted to say',
  requestedTopic: 'My account',
};

test('only a valid topic is read from the address', () => {
  expect(topicInAddress('?topic=Copyright%20(DMCA)')).toBe('Copyright (DMCA)');
  expect(topicInAddress('?topic=My+account&from=/terms')).toBe('My account');
  expect(topicInAddress('?topic=%3Cscript%3E')).toBe('');
  expect(topicInAddress('')).toBe('');
});

test('a reload keeps the chosen topic instead of the one in the address', () => {
  expect(initialDraft(storedDraft, 'My account')).toEqual(storedDraft);
});

test('a link with another topic replaces only the topic of the draft', () => {
  const draft = initialDraft(storedDraft, 'Report content');
  expect(draft).toEqual({
    ...storedDraft,
    topic: 'Report content',
    requestedTopic: 'Report content',
  });
  expect(initialDraft(storedDraft, '')).toEqual({ ...storedDraft, requestedTopic: '' });
});

test('without a draft the form has only the topic of the address', () => {
  expect(initialDraft(CONTACT.empty, 'Privacy request')).toEqual({
    name: '',
    email: '',
    message: '',
    topic: 'Privacy request',
    requestedTopic: 'Privacy request',
  });
});
