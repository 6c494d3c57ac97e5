import { expect, test } from 'vitest';
import { findForbiddenTerm } from '../lint/vocabulary.ts';

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
