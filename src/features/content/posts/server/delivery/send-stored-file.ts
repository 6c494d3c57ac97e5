import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { matchesEntityTag } from '#src/lib/entity-tag.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import { parseByteRange } from './byte-range.ts';

function evaluateConditions(
  request: { method: string; headers: Headers },
  etag: string,
  size: number,
) {
  const { method, headers } = request;
  if (matchesEntityTag(headers.get('if-none-match'), etag)) {
    return { status: 304, range: null } as const;
  }
  const ifRange = headers.get('if-range');
  const rangeHeader =
    method === 'GET' && (!ifRange || ifRange === etag) ? headers.get('range') : null;
  const range = parseByteRange(rangeHeader ?? undefined, size);
  if (range === 'unsatisfiable') return { status: 416, range: null } as const;
  return range ? ({ status: 206, range } as const) : ({ status: 200, range: null } as const);
}

/**
 * Sends a stored file, the requested range of it, or status 304 if the browser has it.
 * @throws DomainError 'not-found'
 */
export async function sendStoredFile(
  c: Context,
  storage: Storage,
  { key, type }: { key: string; type: string },
  {
    headers: { etag, ...cacheHeaders },
    onSent,
  }: {
    headers: { etag: string; 'cache-control': string };
    /** Called with the bytes that were sent, or read at least, when the file is closed. */
    onSent: (bytes: number) => void;
  },
): Promise<Response> {
  const size = await storage.size(key);
  if (size === null) throw new DomainError('not-found');
  const { status, range } = evaluateConditions(c.req.raw, etag, size);
  const headers: Record<string, string> = {
    'accept-ranges': 'bytes',
    'content-disposition': 'inline',
    'x-content-type-options': 'nosniff',
    etag,
    ...cacheHeaders,
  };
  if (status === 416) headers['content-range'] = `bytes */${size}`;
  if (status === 304 || status === 416) return c.body(null, status, headers);
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) headers['content-range'] = `bytes ${start}-${end}/${size}`;
  headers['content-type'] = type;
  headers['content-length'] = String(end - start + 1);
  // HEAD must not open the file: nobody would close it.
  if (c.req.method === 'HEAD') return c.body(null, status, headers);
  const stream = await storage.getRange(key, { start, end });
  if (!stream) throw new DomainError('not-found');
  stream.once('close', () => {
    // Players request all of a video and stop reading.
    const read = (stream as { bytesRead?: unknown }).bytesRead;
    onSent(typeof read === 'number' ? read : end - start + 1);
  });
  return c.body(Readable.toWeb(stream) as ReadableStream, status, headers);
}
