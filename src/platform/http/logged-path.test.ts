import { expect, test } from 'vitest';
import { loggedPath } from './logged-path.ts';

test.each([
  ['/webhooks/ccbill/k3XqT7vB1nZw9LrY5pHs2JdF8mGc4WaE', '/webhooks/ccbill/…'],
  ['/webhooks/verotel', '/webhooks/verotel'],
  ['/api/webhooks/a/b', '/api/webhooks/a/b'],
])('%s is logged as %s, without a secret', (path, logged) => {
  expect(loggedPath(path)).toBe(logged);
});
