import { expect, test } from 'vitest';
import { isUuid } from './uuid.ts';

const ID = 'c3a0b0de-0000-4000-8000-00000000000a';

test('a UUID of any version is valid in lower and upper case', () => {
  expect(isUuid(ID)).toBe(true);
  expect(isUuid(ID.toUpperCase())).toBe(true);
  expect(isUuid('01890a5d-ac96-774b-bcce-b302099a8057')).toBe(true);
  expect(isUuid('00000000-0000-0000-0000-000000000000')).toBe(true);
});

test.each([
  '',
  ID.replaceAll('-', ''),
  `{${ID}}`,
  `${ID}\n`,
  ` ${ID}`,
  `${ID}/..`,
  ID.slice(0, -1),
  ID.replace('c3', 'g3'),
])('%j is not a UUID', (text) => {
  expect(isUuid(text)).toBe(false);
});
