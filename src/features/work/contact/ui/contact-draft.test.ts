import { expect, test } from 'vitest';
import { askedTopic, CONTACT, startingDraft } from './contact-draft.ts';

const kept = {
  name: 'Ada',
  email: 'ada@example.test',
  topic: 'Something else',
  message: 'What I wanted to say',
  asked: 'My account',
};

test('only a topic of the list is taken from the address', () => {
  expect(askedTopic('?topic=Copyright%20(DMCA)')).toBe('Copyright (DMCA)');
  expect(askedTopic('?topic=My+account&from=/terms')).toBe('My account');
  expect(askedTopic('?topic=%3Cscript%3E')).toBe('');
  expect(askedTopic('')).toBe('');
});

test('a reload keeps the topic that was chosen in place of the one in the address', () => {
  expect(startingDraft(kept, 'My account')).toEqual(kept);
});

test('a link for another topic wins over a kept one, and keeps the rest', () => {
  const draft = startingDraft(kept, 'Report content');
  expect(draft).toEqual({ ...kept, topic: 'Report content', asked: 'Report content' });
  expect(startingDraft(kept, '')).toEqual({ ...kept, asked: '' });
});

test('without anything kept, the form is empty but for the topic of the address', () => {
  expect(startingDraft(CONTACT.empty, 'Privacy request')).toEqual({
    name: '',
    email: '',
    message: '',
    topic: 'Privacy request',
    asked: 'Privacy request',
  });
});
