import { expect, test } from 'vitest';
import { PAGE_CONTEXT_HEADER } from '#src/lib/page-context.ts';
import { createPageRequest } from './pages.ts';

test('page requests have fixed headers and the public origin', () => {
  const context = { origin: 'https://club.example', viewer: 'visitor', sendsMail: true } as const;
  for (const address of ['/terms', '//evil.example/x', '/.//evil.example', '/?a=1']) {
    const request = createPageRequest(address, context);
    expect(new URL(request.url).origin).toBe(context.origin);
    expect(request.method).toBe('GET');
    expect(Object.fromEntries(request.headers)).toEqual({
      accept: 'text/html',
      [PAGE_CONTEXT_HEADER]: JSON.stringify(context),
    });
  }
});

test('page requests preserve all characters of the agency name', () => {
  const agency = { name: 'Łuna “Night” & Söhne 🌙' };
  const request = createPageRequest('/terms', {
    origin: 'https://club.example',
    viewer: 'visitor',
    sendsMail: true,
    agency,
  });
  expect(JSON.parse(request.headers.get(PAGE_CONTEXT_HEADER)!)).toMatchObject({ agency });
});
