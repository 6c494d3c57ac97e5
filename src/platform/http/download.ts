import { ReadableStream } from 'node:stream/web';
import type { Context } from 'hono';

/** A file as the response of an operation, streamed while it is generated. */
export class Download {
  readonly name: string;
  readonly type: string;
  readonly chunks: AsyncIterable<Uint8Array>;

  constructor(name: string, type: string, chunks: AsyncIterable<Uint8Array>) {
    this.name = name;
    this.type = type;
    this.chunks = chunks;
  }
}

/** Sends a file as an attachment. */
export function sendDownload(c: Context, { name, type, chunks }: Download): Response {
  // Node and the DOM declare the same stream under two types.
  const body = ReadableStream.from(chunks) as unknown as globalThis.ReadableStream;
  return c.body(body, 200, {
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"`,
  });
}
