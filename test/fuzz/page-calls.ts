import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { AGE_CONFIRMED, AGE_COOKIE } from '#src/lib/age.ts';
import type { Call } from './call.ts';
import { MARKUP } from './fuzz-values.ts';

const ROUTE_TREE = new URL('../../src/web/routeTree.gen.ts', import.meta.url);

/** The addresses of all pages, such as `/fans/$id`. */
function listPages(): string[] {
  const found = readFileSync(ROUTE_TREE, 'utf8').matchAll(/fullPath: '([^']+)'/g);
  return [...new Set(Array.from(found, ([, path]) => path!))];
}

/** Paths that are not what they seem, or that cannot be decoded. */
const STRANGE_PATHS = fc.constantFrom(
  '%',
  '%zz',
  '%E0%A4%A',
  '%ff%fe',
  '%2F%2Fevil.example',
  '..%2f..%2fetc%2fpasswd',
  'a%0d%0aset-cookie:%20a=b',
  ';jsessionid=1',
  '_',
  '_/_',
  'sw.js.map',
  'x'.repeat(4_000),
);

/** Requests of pages, with hostile parts of the path, hostile searches and unusual headers. */
export function anyPageCall(
  callers: string[],
  hostileText: fc.Arbitrary<string>,
  knownId: fc.Arbitrary<string>,
): fc.Arbitrary<Call> {
  const encoded = fc
    .oneof(hostileText, fc.constant(MARKUP), fc.string({ unit: 'binary', maxLength: 30 }))
    .map((text) => encodeURIComponent(text.toWellFormed()));
  const part = fc.oneof(
    { weight: 2, arbitrary: knownId },
    { weight: 2, arbitrary: encoded },
    { weight: 1, arbitrary: STRANGE_PATHS },
  );
  const name = fc.oneof(
    fc.constantFrom('search', 'status', 'sort', 'after', 'open', 'from', 'to', 'redirect', 'tab'),
    encoded,
  );
  return fc
    .record({
      caller: fc.constantFrom(...callers),
      // HEAD cancels a rendering that has begun.
      method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD'),
      path: fc.constantFrom(...listPages()),
      part,
      query: fc.array(fc.tuple(name, encoded), { maxLength: 3 }),
      headers: fc.record(
        {
          accept: fc.constantFrom('text/html', '*/*;q=x', 'application/json'),
          'accept-encoding': fc.constantFrom('br', 'gzip', 'gzip;q=x, *'),
          'if-none-match': fc.constantFrom('*', '"', 'W/"x"'),
          'if-modified-since': fc.constantFrom('x', 'Thu, 01 Jan 1970 00:00:00 GMT'),
          // A visitor who has confirmed their age, instead of the caller.
          cookie: fc.constantFrom(`${AGE_COOKIE}=${AGE_CONFIRMED}`, '%00=%00'),
          'x-velvet-page': fc.constantFrom('{}', '{"viewer":"member"}', 'x'),
        },
        { requiredKeys: [] },
      ),
    })
    .map(({ caller, method, path, part, query, headers }) => ({
      caller,
      method,
      address:
        path.replace(/\$\w*/g, () => part) +
        (query.length > 0 ? `?${query.map((pair) => pair.join('=')).join('&')}` : ''),
      headers: headers as Record<string, string>,
    }));
}
