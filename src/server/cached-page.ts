import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { matchesEntityTag } from '#src/lib/entity-tag.ts';
import { INLINE_STYLES_HEADER, isSignedIn, type PageViewer } from '#src/lib/page-context.ts';

const compressed = {
  br: (html: Buffer) =>
    promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (html: Buffer) => promisify(gzip)(html),
};

type PageAnswer = {
  status: number;
  headers: Record<string, string>;
  /** The same headers and the length, as Node.js writes them fastest: names and values in turn. */
  rawHeaders: string[];
  body: Uint8Array<ArrayBuffer> | null;
};

/** A rendered page with its answer in each encoding, and the one to a browser that already has it. */
export type CachedPage = {
  status: number;
  etag: string;
  /** Bytes of all bodies. */
  size: number;
  answers: Record<'identity' | 'br' | 'gzip' | 'unchanged', PageAnswer>;
};

type Conditions = Record<'ifNoneMatch' | 'acceptEncoding', string | undefined>;

/** Selects the answer to a request with these headers. */
export function answerFor(page: CachedPage, { ifNoneMatch, acceptEncoding }: Conditions) {
  if (matchesEntityTag(ifNoneMatch, page.etag)) return page.answers.unchanged;
  if (acceptEncoding?.includes('br')) return page.answers.br;
  return acceptEncoding?.includes('gzip') ? page.answers.gzip : page.answers.identity;
}

/** Whether a rendering is a page, which a failure may be too. */
export function isPage({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/html') ?? false;
}

type Rendered = {
  viewer: PageViewer;
  headersFor: (styles: string[]) => Record<string, string>;
  /** The page before this rendering. */
  previous: CachedPage | undefined;
};

/** Prepares all answers with a rendered page; those of the previous one if it is the same. */
export async function toPage(
  response: Response,
  { viewer, headersFor, previous }: Rendered,
): Promise<CachedPage> {
  const { status } = response;
  const html = await response.text();
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`;
  if (previous?.etag === etag && previous.status === status) return previous;
  const identity = Buffer.from(html);
  const [br, zipped] = await Promise.all([compressed.br(identity), compressed.gzip(identity)]);
  const location = response.headers.get('location');
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    ...(location !== null && { location }),
    etag,
    'cache-control': cacheControl(status, viewer),
    vary: 'Cookie, Accept-Encoding',
    ...headersFor(response.headers.get(INLINE_STYLES_HEADER)?.split(' ') ?? []),
  };
  const inEncoding = (body: Buffer, encoding?: string) =>
    toAnswer(status, body, { ...headers, ...(encoding && { 'content-encoding': encoding }) });
  return {
    status,
    etag,
    size: identity.length + br.length + zipped.length,
    answers: {
      identity: inEncoding(identity),
      br: inEncoding(br, 'br'),
      gzip: inEncoding(zipped, 'gzip'),
      unchanged: toAnswer(304, null, headers),
    },
  };
}

function toAnswer(
  status: number,
  body: Buffer | null,
  headers: Record<string, string>,
): PageAnswer {
  const all = { ...headers, ...(body && { 'content-length': String(body.length) }) };
  return {
    status,
    headers,
    rawHeaders: Object.entries(all).flat(),
    body: body && new Uint8Array(body),
  };
}

function cacheControl(status: number, viewer: PageViewer): string {
  if (status >= 500) return 'no-store';
  // For visitors a page may be a second old. What members see stays on no device.
  return isSignedIn(viewer) ? 'no-store' : 'public, max-age=0, stale-while-revalidate=1';
}
