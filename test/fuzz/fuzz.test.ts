import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  SIGNATURE_HEADER,
  signInboundMail,
} from '#src/features/work/contact/server/inbound-signature.ts';
import { replyAddress } from '#src/features/work/contact/server/reply-address.ts';
import { ROLES } from '#src/lib/roles.ts';
import { createApp } from '#src/server/app.ts';
import { openPages } from '#src/server/pages.ts';
import { buildPages } from '../../scripts/build.ts';
import { createTestApp, type TestApp, type TestUser } from '../harness.ts';
import { isLong } from '../long.ts';
import type { Call } from './call.ts';
import { createFuzzer, MARKUP, type JsonSchema } from './fuzz-values.ts';
import { anyPageCall } from './page-calls.ts';
import { anyUploadCall } from './upload-calls.ts';

type Parameter = { name: string; in: 'path' | 'query'; schema?: JsonSchema };
type Operation = {
  'x-access': 'anyone' | 'signed-in' | string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: JsonSchema }> };
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas?: Record<string, JsonSchema> };
};
const CALLS = isLong ? 200_000 : 10_000;
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
/** Newer ids replace older ones. */
const MAX_IDS = 500;
const BATCH = 500;
/** Calls at the same time, which also meet each other's locks. */
const LANES = 6;
/** Longer than any answer may take. */
const HANG_MS = 30_000;
const INBOUND_MAIL_SECRET = 'the secret of the service that receives mails';

let app: TestApp;
/** The product with its built pages. */
let product: ReturnType<typeof createApp>;
let document: Document;
const callers = new Map<string, TestUser | null>();
/** Ids of records, which grow with the answers. */
const knownIds: string[] = [];
/** Ids of unfinished uploads, which grow likewise. */
const knownUploads: string[] = [];

beforeAll(async () => {
  // Every call comes from an address of its own, because addresses are limited.
  app = await createTestApp({
    TRUST_PROXY: 'true',
    INBOUND_MAIL_ADDRESS: 'reply@in.example.test',
    INBOUND_MAIL_SECRET,
  });
  await buildPages();
  // React chooses its production build, which is faster, when it is loaded.
  vi.stubEnv('NODE_ENV', 'production');
  product = createApp(app.services, await openPages(app.config));
  // Pages that are rendered on the server call the API in-process, as in `server.ts`.
  Object.assign(globalThis, { velvetRopeApi: product.request.bind(product) });
  document = (await app.call('GET', '/api/openapi.json')).json;
  callers.set('visitor', null);
  for (const role of ROLES) await renewCaller(role);
}, 300_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  Object.assign(globalThis, { velvetRopeApi: undefined });
  await app.close();
});

/** A call may suspend or delete the caller, end the session, or let it view as a fan. */
async function renewCaller(role: string): Promise<void> {
  if (role === 'visitor') return;
  const user = await app.as(role as (typeof ROLES)[number]);
  callers.set(role, user);
  knownIds.push(user.id);
}

/** The calls of the described operations, of all other routes and of addresses that do not exist. */
function anyCall(): fc.Arbitrary<Call> {
  const knownId = fc.nat().map((at) => knownIds[at % knownIds.length]!);
  const { anyValueOf, hostileText } = createFuzzer(document.components.schemas ?? {}, knownId);
  const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  // encodeURIComponent refuses lone surrogates.
  const encode = (value: unknown) => encodeURIComponent((asText(value) ?? '').toWellFormed());

  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { parameters = [], requestBody, 'x-access': access } = operation;
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      const inQuery = parameters.filter((parameter) => parameter.in === 'query');
      const content = requestBody?.content['application/json'];
      return fc
        .record({
          caller: fc.oneof(
            { weight: 9, arbitrary: fc.constantFrom(...(Array.isArray(access) ? access : ROLES)) },
            { weight: 1, arbitrary: fc.constantFrom(...callers.keys()) },
          ),
          path: fc.tuple(...inPath.map(({ schema }) => anyValueOf(schema))),
          query: fc.tuple(...inQuery.map(({ schema }) => fc.option(anyValueOf(schema)))),
          body: content
            ? anyValueOf(content.schema).map((value) => JSON.stringify(value))
            : fc.constant(undefined),
        })
        .map(({ caller, path: values, query, body }): Call => {
          const named = new Map(inPath.map(({ name }, at) => [name, encode(values[at])]));
          const pairs = inQuery.flatMap(({ name }, at) =>
            query[at] === null ? [] : [`${name}=${encode(query[at])}`],
          );
          const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => named.get(name) || '-');
          return {
            caller,
            method: method.toUpperCase(),
            address: filled + (pairs.length > 0 ? `?${pairs.join('&')}` : ''),
            headers: body === undefined ? {} : { 'content-type': 'application/json' },
            ...(body !== undefined && { body }),
          };
        });
    }),
  );

  // A folder stands for everything in it; only the check of every request has no folder.
  const routes = product.routes.filter(({ path }) => !['*', '/*', '/'].includes(path));
  const other = fc
    .record({
      caller: fc.constantFrom(...callers.keys()),
      path: fc.constantFrom(...new Set(routes.map((route) => route.path)), '/api/:any', '/:any'),
      method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
      part: fc.oneof(hostileText, fc.string({ unit: 'binary', maxLength: 30 }), knownId),
      headers: fc.record(
        {
          'content-type': fc.constantFrom(
            'application/json',
            'text/plain',
            'application/x-www-form-urlencoded',
            'multipart/form-data',
            'multipart/form-data; boundary=x',
            'x',
          ),
          'content-length': fc.constantFrom('0', '-1', '999999999999', 'x'),
          range: fc.constantFrom('bytes=0-', 'bytes=9-1', 'bytes=-0', 'bytes=0-0,2-2', 'x'),
          'if-none-match': fc.constantFrom('*', '"', 'W/"x"'),
          'upload-length': fc.constantFrom('0', '-1', '1e9', '99999999999999999999', 'x'),
          'upload-offset': fc.constantFrom('0', '-1', 'x'),
          'upload-metadata': fc.constantFrom('filename', 'filename %%%', ',,,', 'filename AAAA'),
          'tus-resumable': fc.constantFrom('1.0.0', '9.9.9'),
          cookie: fc.constantFrom('=', 'a', '%00=%00', '__Host-x=;;;'),
          authorization: fc.constantFrom('Bearer', 'Bearer x', 'Basic eA=='),
          accept: fc.constantFrom('text/html', 'application/json', '*/*;q=x'),
        },
        { requiredKeys: [] },
      ),
      body: fc.option(fc.oneof(hostileText, fc.json()), { nil: undefined }),
    })
    .map(({ caller, path, method, part, headers, body }): Call => ({
      caller,
      method,
      address: path.replace(/:\w+(\{[^}]*\})?|\*/g, encode(part) || '-'),
      headers: headers as Record<string, string>,
      ...(body !== undefined && !['GET', 'HEAD'].includes(method) && { body }),
    }));
  return fc.oneof(
    { weight: 12, arbitrary: fc.oneof(...described) },
    { weight: 3, arbitrary: other },
    { weight: 3, arbitrary: anyPageCall([...callers.keys()], hostileText, knownId) },
    { weight: 1, arbitrary: anyUploadCall(knownUploads) },
    { weight: 1, arbitrary: anyInboundMail(hostileText) },
  );
}

/** Signed calls of the service that receives mails. */
function anyInboundMail(hostileText: fc.Arbitrary<string>): fc.Arbitrary<Call> {
  const text = fc.oneof(hostileText, fc.string({ unit: 'binary' }));
  const valid = fc.record({
    messageId: fc.uuid().map((id) => `<${id}@example.test>`),
    from: fc.emailAddress(),
    to: fc.nat().map((at) => {
      const id = knownIds[at % knownIds.length]!;
      return ['x', replyAddress(app.config, id)!];
    }),
    text,
  });
  const mail = fc.oneof(
    { weight: 3, arbitrary: valid },
    fc.tuple(valid, text).map(([value, from]) => ({ ...value, from })),
    fc.json(),
  );
  return mail.map((value) => {
    const body = typeof value === 'string' ? value : JSON.stringify(value);
    const signature = signInboundMail(INBOUND_MAIL_SECRET, body, Math.floor(Date.now() / 1000));
    return {
      caller: 'visitor',
      method: 'POST',
      address: '/webhooks/inbound-mail',
      headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature },
      body,
    };
  });
}

async function send({ method, address, headers, body }: Call, user: TestUser | null) {
  const from = Array.from({ length: 4 }, () => Math.floor(Math.random() * 256)).join('.');
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers)) sent.set(name, value);
  sent.set('x-forwarded-for', from);
  if (user && !sent.has('cookie')) sent.set('cookie', user.cookie);
  const response = await product.request(address, {
    method,
    headers: sent,
    ...(body !== undefined && { body: Buffer.from(body) }),
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (isStream) await response.body?.cancel();
  const upload = response.headers.get('location')?.match(/\/uploads\/(\w+)$/)?.[1];
  return {
    status: response.status,
    isPage: response.headers.get('content-type')?.startsWith('text/html') ?? false,
    text: isStream ? '' : await response.text(),
    upload,
  };
}

type Answer = Awaited<ReturnType<typeof send>>;

/** Makes a call; null if it takes too long. */
async function answerOf(call: Call): Promise<Answer | null> {
  let timer: NodeJS.Timeout | undefined;
  const hang = new Promise<null>((resolve) => (timer = setTimeout(resolve, HANG_MS, null)));
  // The body of an answer breaks off when its source fails.
  const failed = () => ({ status: 599, isPage: false, text: '', upload: undefined });
  const answer = await Promise.race([send(call, callers.get(call.caller)!).catch(failed), hang]);
  clearTimeout(timer);
  return answer;
}

let seen = 0;

/** Renews the caller if the call ended its session, and adds the ids of the answer. */
async function learnFrom({ caller }: Call, { status, text, upload }: Answer): Promise<void> {
  if (status === 401 || status === 429 || text.includes('"viewing-as-fan"')) {
    await renewCaller(caller);
  }
  for (const [, id] of text.matchAll(/"(?:id|\w+Id)":"([0-9a-f-]{36})"/g)) {
    knownIds[ROLES.length + (seen++ % MAX_IDS)] = id!;
  }
  if (upload) knownUploads.push(upload);
}

test(
  'no call of any kind makes the server fail or wait, or writes its text into a page as markup',
  async ({ annotate }) => {
    const calls = anyCall();
    const found = new Set<string>();
    const statuses = new Map<number, number>();
    const pages = new Map<number, number>();
    const run = async (call: Call) => {
      const answer = await answerOf(call);
      const status = answer?.status ?? 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (answer?.isPage) pages.set(status, (pages.get(status) ?? 0) + 1);
      const isUnescaped = answer?.isPage && answer.text.includes(MARKUP);
      if (!answer || status >= 500 || isUnescaped) {
        const { caller, method, address, body = '' } = call;
        found.add(`${status} ${caller} ${method} ${address.slice(0, 300)} ${body.slice(0, 500)}`);
      }
      if (answer) await learnFrom(call, answer);
    };
    for (let done = 0; done < CALLS; done += BATCH) {
      // Batches, so that later ones use the ids of earlier answers.
      const batch = fc.sample(calls, { seed: SEED + done, numRuns: BATCH }).values();
      const lane = async () => {
        for (const call of batch) await run(call);
      };
      await Promise.all(Array.from({ length: LANES }, lane));
    }
    expect([...found], `FUZZ_SEED=${SEED}`).toEqual([]);
    // Otherwise most calls would not get past the validation.
    expect(statuses.get(200)).toBeGreaterThan(CALLS / 20);
    expect(pages.get(200)).toBeGreaterThan(CALLS / 50);
    const shown = [statuses, pages].map((counts) => JSON.stringify(Object.fromEntries(counts)));
    await annotate(`${CALLS} calls by status: ${shown[0]}; pages among them: ${shown[1]}`);
  },
  isLong ? 7_200_000 : 600_000,
);
