import { expect, test } from 'vitest';
import { deriveKeys } from './keys.ts';

test('each purpose and each secret has its own key, also when their words together are the same', () => {
  const [first] = deriveKeys(['v1 a secret with spaces'], 'link');
  const [second] = deriveKeys(['a secret with spaces'], 'link v1');
  expect(second!.equals(first)).toBe(false);
});

// Fixed values: with other keys, everything that is signed and sealed becomes invalid.
test('the key of a secret and a purpose never changes', () => {
  const keys = deriveKeys(['a secret of at least 32 characters', 'another one'], 'cancel link v1');
  expect(keys.map((key) => key.export().toString('base64url'))).toEqual([
    'kGmAiK9u5WfyGEC8Y_kChbR5HpNTa63BOSN-EWXTx2k',
    'FfWHK2Zy0LTjIvTGE3Q0CCcEoPYUGjvHuAoadEGHpcs',
  ]);
});
