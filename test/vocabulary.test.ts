import { expect, test } from 'vitest';
import { findForbiddenTerm, findOddPhrase } from '../lint/vocabulary.ts';

test.each([
  ['createHouse', 'house'],
  ['KEPT_FOR_MS', 'kept'],
  ['giveUpMedia', 'give up'],
  ['Refunds that the provider gave, and that were given back.', 'given back'],
  [' * Events of the office are listed first.', 'office'],
  ['Splits a comment whose words give\n * up after a line.', 'give up'],
])('%j has a forbidden term', (text, term) => {
  expect(findForbiddenTerm(text)?.term).toBe(term);
});

test.each(['backOffice', 'BACK_OFFICE', 'A back-office list', 'warehouse', 'officer', 'heartbeat'])(
  '%j is allowed',
  (text) => {
    expect(findForbiddenTerm(text)).toBeNull();
  },
);

test.each([
  ['This link does not work, or its account is gone.', 'is gone'],
  ['Open this page through the link in our\n        mail.', 'our mail'],
  ['No such category', 'no such'],
  ['Only you and the house can see it', 'the house'],
])('the text %j has an odd phrase', (text, phrase) => {
  expect(findOddPhrase(text)?.phrase).toBe(phrase);
});

test.each(['The link in our email', 'It is going well', 'On this ropeway', 'By mail:'])(
  'the text %j is allowed',
  (text) => {
    expect(findOddPhrase(text)).toBeNull();
  },
);
