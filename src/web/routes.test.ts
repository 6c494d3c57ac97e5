import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isReservedSlug } from '#src/lib/slug.ts';

test('no influencer’s page can take the address of a screen', () => {
  const files = globSync('{,_app/}*.tsx', { cwd: path.join(import.meta.dirname, 'routes') });
  const firstSegments = files
    .map((file) => path.basename(file).split('.')[0]!.replace(/_$/, ''))
    .filter((segment) => /^[a-z]/.test(segment) && segment !== 'index');
  expect(firstSegments).toContain('dashboard');
  expect([...new Set(firstSegments)].filter((segment) => !isReservedSlug(segment))).toEqual([]);
});
