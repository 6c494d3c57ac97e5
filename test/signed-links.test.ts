import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signToken } from '#src/platform/config/signed-token.ts';
import { createTestApp, type TestApp } from './harness.ts';
import { listOperations } from './operations.ts';

/** Every purpose that the product derives a key for, as the source states it. */
const PURPOSES = [
  ...new Set(
    globSync('src/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') }).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/'([A-Za-z -]+ v\d)'/g)].map(([, name]) => name!),
    ),
  ),
  'media token',
];

/** What the tokens of some purpose name. */
const SUBJECTS = [
  randomUUID(),
  `${randomUUID()}:${randomUUID()}`,
  `${randomUUID()}.posts`,
  'nobody.posts',
  'one:two',
  'kKz0c3Vic2NyaXB0aW9uIG9mIHNvbWVib2R5',
  '',
];
/** What the operations with a link need beside its token. */
const REST = {
  all: true,
  accept: true,
  answer: 'accepted',
  password: 'correct-horse-battery',
  information: 'More about it.',
  reason: 'A reason',
  signature: 'Somebody',
  text: 'An answer that is long enough.',
  postIds: [],
  consentId: randomUUID(),
};

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    TRUST_PROXY: 'true',
    VERIFIED_REGIONS: 'FR',
    AGE_CHECKS: 'sandbox',
    COUNTRY_HEADER: 'x-c',
  });
});
afterAll(() => app.close());

test('a signed token of any purpose, about anything, makes no link and no cookie fail', async () => {
  expect(PURPOSES.length).toBeGreaterThan(23);
  const links = listOperations(app.services).filter(({ name, request }) => {
    const content = request?.body?.content['application/json'];
    const schema = content && 'schema' in content ? content.schema : undefined;
    return (
      name.startsWith('POST') && schema && 'shape' in schema && 'token' in (schema.shape as object)
    );
  });
  expect(links.length).toBeGreaterThan(15);
  const failed: string[] = [];
  const tokens = PURPOSES.flatMap((purpose) =>
    SUBJECTS.map((subject) => ({
      name: `${purpose} of "${subject}"`,
      token: signToken(app.config.secrets, purpose, subject),
    })),
  );
  const addresses = tokens.keys();
  for (const { name, token } of tokens) {
    const number = addresses.next().value!;
    // Links count their attempts for each network.
    const forwarded = { 'x-forwarded-for': `10.0.${Math.floor(number / 250)}.${number % 250}` };
    const calls = links.map(({ name: operation, path }) => ({ operation, path }));
    for (const { operation, path } of calls) {
      const response = await app.app.request(path, {
        method: 'POST',
        headers: { ...forwarded, 'content-type': 'application/json' },
        body: JSON.stringify({ ...REST, token }),
      });
      if (response.status >= 500) failed.push(`${operation}: ${name}`);
    }
    for (const cookie of ['session_token', 'device', 'age', 'age-check']) {
      const response = await app.app.request('/api/featured', {
        headers: {
          ...forwarded,
          'x-c': 'FR',
          cookie: `velvet.${cookie}=${encodeURIComponent(token)}`,
        },
      });
      if (response.status >= 500) failed.push(`cookie ${cookie}: ${name}`);
    }
    const oneClick = await app.app.request(`/unsubscribe/${encodeURIComponent(token)}`, {
      method: 'POST',
      headers: { ...forwarded, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    if (oneClick.status >= 500) failed.push(`one-click: ${name}`);
  }
  expect(failed).toEqual([]);
});
