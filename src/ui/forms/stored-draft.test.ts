import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { clearStoredDraft, storeDraft, readStoredDraft } from './stored-draft.ts';

const plan = {
  key: 'test',
  steps: ['One', 'Two'].map((title) => ({ title, schema: z.object({}) })),
  empty: { name: '', password: '' },
  storedSchema: z.object({ name: z.string() }),
};
const draft = { name: 'Marlowe', password: 'correct-horse' };

// The browser's, which node lacks.
let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a draft is read back with the step it was in', () => {
  storeDraft(plan, 1, draft);
  expect(readStoredDraft(plan)).toEqual({ step: 1, draft: { name: 'Marlowe', password: '' } });
});

test('a password never reaches the storage', () => {
  storeDraft(plan, 1, draft);
  expect([...kept.values()].join('')).not.toContain('correct-horse');
});

test('a draft that was sent is forgotten', () => {
  storeDraft(plan, 1, draft);
  clearStoredDraft(plan);
  expect(readStoredDraft(plan)).toBeNull();
});

test.each([
  ['nothing', undefined],
  ['no JSON', '{'],
  ['a step that is not there', '{"step":2,"draft":{"name":"x"}}'],
  ['a draft of another shape', '{"step":0,"draft":{"name":7}}'],
])('%s in the storage starts anew', (_, text) => {
  if (text) kept.set(plan.key, text);
  expect(readStoredDraft(plan)).toBeNull();
});

test('a browser without storage starts anew and does not fail', () => {
  vi.stubGlobal('sessionStorage', undefined);
  storeDraft(plan, 1, draft);
  clearStoredDraft(plan);
  expect(readStoredDraft(plan)).toBeNull();
});
