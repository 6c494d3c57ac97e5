import { expect, test } from 'vitest';
import { answerHours, deliveryOf, messageState, splitQuotedText } from './conversation.rules.ts';

test.each([
  ['Thank you.\n', 'Thank you.', null],
  [
    'Thank you.\r\n\r\nOn 12 Nov 2026, Velvet Rope wrote:\r\n> Hello Ada\r\n>\r\n> Bye\r\n',
    'Thank you.',
    'On 12 Nov 2026, Velvet Rope wrote:\n> Hello Ada\n>\n> Bye',
  ],
  [
    'Thanks\n\nOn Thu, 12 Nov 2026 at 10:15 Velvet Rope\n<reply@club.example> wrote:\n\n> Hello',
    'Thanks',
    'On Thu, 12 Nov 2026 at 10:15 Velvet Rope\n<reply@club.example> wrote:\n\n> Hello',
  ],
  [
    'Danke!\n\nAm 12.11.2026 schrieb Velvet Rope:\n> Hallo',
    'Danke!',
    'Am 12.11.2026 schrieb Velvet Rope:\n> Hallo',
  ],
  [
    'See below.\n\n-----Original Message-----\nFrom: Velvet Rope\n\nHello',
    'See below.',
    '-----Original Message-----\nFrom: Velvet Rope\n\nHello',
  ],
])('the end of %o that repeats earlier mails is separated', (mail, text, quoted) => {
  expect(splitQuotedText(mail)).toEqual({ text, quoted });
});

test.each([
  '> Which card?\nThe blue one.\n> And when?\nIn May.',
  'My questions:\n\n1. Why?',
  '> Only a quote',
  '',
])('%o is not folded', (mail) => {
  expect(splitQuotedText(mail)).toEqual({ text: mail, quoted: null });
});

test('reports and copyright notices are due earlier than other messages', () => {
  expect([
    answerHours('Report content'),
    answerHours('Copyright (DMCA)'),
    answerHours('My account'),
  ]).toEqual([24, 24, 48]);
});

test.each([
  ['open', { answeredAt: null, archivedAt: null }],
  ['answered', { answeredAt: '2026', archivedAt: null }],
  ['archived', { answeredAt: '2026', archivedAt: '2026' }],
])('a message is %s', (state, closing) => {
  expect(messageState(closing)).toBe(state);
});

test.each([
  ['sending', { sentAt: null, failedAt: null, failure: null }],
  ['delayed', { sentAt: null, failedAt: null, failure: 'unavailable' as const }],
  ['failed', { sentAt: null, failedAt: '2026', failure: 'refused' as const }],
  ['sent', { sentAt: '2026', failedAt: null, failure: null }],
])('a reply is %s', (delivery, entry) => {
  expect(deliveryOf(entry)).toBe(delivery);
});
