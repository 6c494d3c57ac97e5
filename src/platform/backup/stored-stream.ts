import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { BackupTarget } from './backup-target.ts';
import type { StoredStream } from './manifest.ts';

/** Compressed bytes of a part: so much is in memory, with one encrypted copy. */
const PART_BYTES = 8 * 1024 ** 2;

const partKey = (name: string, part: number) => `${name}/${String(part).padStart(6, '0')}`;

/** Stores a stream of any length, compressed and in parts. @param onChunk receives the content */
export async function storeStream(
  target: BackupTarget,
  name: string,
  content: Readable,
  onChunk: (chunk: Buffer) => void = () => {},
): Promise<StoredStream> {
  const hash = createHash('sha256');
  let [parts, bytes] = [0, 0];
  await pipeline(
    content,
    async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk);
        bytes += chunk.length;
        onChunk(chunk);
        yield chunk;
      }
    },
    createGzip({ level: 4 }),
    async (compressed: AsyncIterable<Buffer>) => {
      for await (const part of joinChunks(compressed)) {
        // Most tables are empty.
        if (bytes > 0) await target.put(partKey(name, parts++), part);
      }
    },
  );
  return { parts, bytes, sha256: hash.digest('hex') };
}

async function* joinChunks(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    length += chunk.length;
    if (length < PART_BYTES) continue;
    yield Buffer.concat(chunks, length);
    [chunks, length] = [[], 0];
  }
  if (length > 0) yield Buffer.concat(chunks, length);
}

/** Reads a stored stream. It ends with an error unless it has exactly the content that was stored. */
export function readStream(target: BackupTarget, name: string, stored: StoredStream): Readable {
  if (stored.parts === 0) return Readable.from([], { objectMode: false });
  const compressed = Readable.from(readParts(target, name, stored.parts), { objectMode: false });
  const content = createGunzip();
  compressed.on('error', (error) => content.destroy(error));
  return Readable.from(verify(compressed.pipe(content), name, stored), { objectMode: false });
}

async function* readParts(target: BackupTarget, name: string, parts: number) {
  for (let part = 0; part < parts; part++) {
    const bytes = await target.getBytes(partKey(name, part));
    if (!bytes) throw new Error(`The backup is damaged: ${partKey(name, part)} is missing.`);
    yield bytes;
  }
}

async function* verify(content: AsyncIterable<Buffer>, name: string, { sha256 }: StoredStream) {
  const hash = createHash('sha256');
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256) throw new Error(`The backup is damaged: ${name} was changed.`);
}
