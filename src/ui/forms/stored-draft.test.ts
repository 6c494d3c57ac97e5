import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { clearStoredDraft, readStoredDraft, storeDraft } from './stored-draft.ts';

const plan = {
  key: 'test',
  steps: ['One', 'Two'].map((title) => ({ title, schema: z.object({}) })),
  empty: { name: '', password: '' },
  storedSchema: z.object({ name: z.string() }),
};
const draft = { name: 'Marlowe', password: 'correct-horse' };

let storage: Map<string, string>;
beforeEach(() => {
  storage = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a stored draft is restored with its step', () => {
  storeDraft(plan, 1, draft);
  expect(readStoredDraft(plan)).toEqual({ step: 1, draft: { name: 'Marlowe', password: '' } });
});

test('a password is never stored', () => {
  storeDraft(plan, 1, draft);
  expect([...storage.values()].join('')).not.toContain('correct-horse');
});

test('a cleared draft is not restored', () => {
  storeDraft(plan, 1, draft);
  clearStoredDraft(plan);
  expect(readStoredDraft(plan)).toBeNull();
});

test.each([
  ['nothing', undefined],
  ['no JSON', '{'],
  ['a step that does not exist', '{"step":2,"draft":{"name":"x"}}'],
  ['a draft of another shape', '{"step":0,"draft":{"name":7}}'],
])('with %s in the storage no draft is restored', (_, text) => {
  if (text) storage.set(plan.key, text);
  expect(readStoredDraft(plan)).toBeNull();
});

test('without storage no draft is restored and nothing fails', () => {
  vi.stubGlobal('sessionStorage', undefined);
  storeDraft(plan, 1, draft);
  clearStoredDraft(plan);
  expect(readStoredDraft(plan)).toBeNull();
});
