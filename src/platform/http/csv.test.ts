import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { csvFile } from './csv.ts';

type Value = string | number | boolean | Date | null;

async function* inPages<Row>(...pages: Row[][]) {
  yield* pages;
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return text;
}

/** A file with one column, without its header row. */
const csvOf = async (...values: Value[]): Promise<string> => {
  const { chunks } = csvFile('x.csv', { Value: (value: Value) => value }, inPages(values));
  const [, ...lines] = (await textOf(chunks)).split('\r\n');
  return lines.join('\r\n');
};

test('a file begins with a byte order mark and the header row', async () => {
  const columns = { Name: (name: string) => name, 'Net, in €': (name: string) => name.length };
  const { chunks } = csvFile('x.csv', columns, inPages(['Ada'], ['Zoë']));
  expect(await textOf(chunks)).toBe('\uFEFFName,"Net, in €"\r\nAda,3\r\nZoë,3\r\n');
});

test('a list without rows is a file with only the header row', async () => {
  const columns = { Name: (name: string) => name };
  expect(await textOf(csvFile('x.csv', columns, inPages<string>()).chunks)).toBe('\uFEFFName\r\n');
  expect(await textOf(csvFile('x.csv', columns, inPages<string>([])).chunks)).toBe(
    '\uFEFFName\r\n',
  );
});

test('an instant is written as ISO 8601 in UTC', async () => {
  expect(await csvOf(new Date('2026-11-20T20:04:05.12+02:00'))).toBe(
    '2026-11-20T18:04:05.120Z\r\n',
  );
});

test('commas, quotes and line breaks stay within their field', async () => {
  expect(await csvOf('a,b', 'say "no"', 'two\nlines', 'of\rold', 'or\r\nso')).toBe(
    '"a,b"\r\n"say ""no"""\r\n"two\nlines"\r\n"of\rold"\r\n"or\r\nso"\r\n',
  );
});

test.each([
  '=1+1',
  '+49 151',
  '-2',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '\n=1',
  '  -1',
  '＝1',
  '＋1',
  '－1',
  '＠x',
])('text that a spreadsheet could interpret as a formula is escaped: %j', async (text) => {
  const line = await csvOf(text);
  expect(line.replace(/^"/, '').startsWith(`'${text[0]}`)).toBe(true);
});

test.each([
  ['Hi;=1+1', `Hi;'=1+1`],
  ['Hi; \u00a0@SUM(A1)', `Hi;' \u00a0@SUM(A1)`],
  ['a;+1;-2', `a;'+1;'-2`],
  ['a;;＝1', `a;;'＝1`],
  ['tab\t=1', `tab\t'=1`],
  ['line\n-1', `line\n'-1`],
  ['line\r＋1', `line\r'＋1`],
  ['Hi;"=1+1', `Hi;'"=1+1`],
  ['Hi;\u200b=1', `Hi;'\u200b=1`],
])(
  'text is no formula either in a spreadsheet that separates by semicolons or tabs: %j',
  async (text, escaped) => {
    const line = (await csvOf(text)).trimEnd();
    expect(line.replace(/^"(.*)"$/s, (_, inner: string) => inner.replaceAll('""', '"'))).toBe(
      escaped,
    );
    // No cell of the line begins with a formula, whichever separator is assumed.
    const cells = `Name,${line}`
      .split(/[;\t\r\n]/)
      .map((cell) => cell.replaceAll(/[\s"\u200b]/g, ''));
    expect(cells.filter((cell) => /^[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
  },
);

test('harmless text is unchanged in any script', async () => {
  expect(await csvOf('a=b', 'Ærø, 名前', '🎩', '', null, 'x-1')).toBe(
    'a=b\r\n"Ærø, 名前"\r\n🎩\r\n\r\n\r\nx-1\r\n',
  );
});

test('numbers are unquoted, and booleans become yes and no', async () => {
  expect(await csvOf(-12.5, 0, true, false)).toBe('-12.5\r\n0\r\nyes\r\nno\r\n');
});

describe('over HTTP', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
    await app.pool.query(
      `insert into influencer_applications
         (full_name, email, phone, content_category, why_join, fingerprint)
       select '=Name ' || n, 'a@example.test', '1', 'Travel', 'Because', encode(sha256(n::text::bytea), 'hex')
       from generate_series(1, 2500) n`,
    );
  });
  afterAll(() => app.close());

  test('a list of thousands is streamed as a file', async () => {
    const { cookie } = await app.as('admin');
    const response = await app.app.request('/api/applications.csv?sort=name', {
      headers: { cookie },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="applications.csv"',
    );
    expect(response.headers.get('cache-control')).toContain('no-store');
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body!) chunks.push(chunk);
    expect(chunks.length).toBeGreaterThan(2);
    expect(Array.from(chunks[0]!.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
    const lines = Buffer.concat(chunks).toString().trimEnd().split('\r\n');
    expect(lines).toHaveLength(2_501);
    expect(lines.slice(1).every((line) => line.includes(`'=Name`))).toBe(true);
  });

  test('the file requires the same role as the list', async () => {
    const { cookie } = await app.as('influencer');
    const response = await app.app.request('/api/applications.csv', { headers: { cookie } });
    expect(response.status).toBe(403);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
  });
});
