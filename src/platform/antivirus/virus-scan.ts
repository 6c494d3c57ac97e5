import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { DomainError } from '#src/lib/problem.ts';
import type { ClamdAddress } from '#src/platform/config/clamd-url.ts';

/**
 * Scans a file, given as its path or its bytes. @returns the name of the malware that they contain, or null
 * @throws DomainError 'scanner-unavailable' when the scanner cannot check them
 */
export type VirusScan = (file: string | Uint8Array) => Promise<string | null>;

// Clamd is silent while it scans a file that was sent.
const SILENCE_MS = 5 * 60_000;

/** Creates the scan by ClamAV's daemon; without an address nothing is scanned. */
export function createVirusScan(address: ClamdAddress | undefined): VirusScan {
  if (!address) return async () => null;
  return async (file) => {
    const source = typeof file === 'string' ? readFileLater(file) : Readable.from([file]);
    const answer = await ask(address, source).catch((error: unknown) => {
      throw unavailable(error);
    });
    if (answer === 'stream: OK') return null;
    const found = /^stream: (.+) FOUND$/.exec(answer)?.[1];
    // Such as a file beyond StreamMaxLength: what was not scanned does not pass.
    if (!found) throw unavailable(new Error(`clamd answered "${answer.slice(0, 200)}"`));
    return found;
  };
}

/** A stream that cannot open its file would end the process before clamd is connected. */
async function* readFileLater(file: string): AsyncIterable<Uint8Array> {
  yield* createReadStream(file) as AsyncIterable<Uint8Array>;
}

const unavailable = (cause: unknown) =>
  new DomainError('scanner-unavailable', undefined, undefined, { cause });

/** One conversation in clamd's protocol: INSTREAM, chunks with their length before them, and an end. */
async function ask(address: ClamdAddress, source: AsyncIterable<Uint8Array>): Promise<string> {
  const socket = connect(address);
  socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error('clamd does not answer')));
  // Clamd answers early, and closes, when it refuses the rest.
  let answered = '';
  const ended = text(socket).then((answer) => (answered = answer.replace(/\0$/, '')));
  const closed = ended.then(() => {
    throw new Error('clamd ended the connection');
  });
  closed.catch(() => {});
  try {
    await send(socket, Buffer.from('zINSTREAM\0'), closed);
    for await (const chunk of source) {
      if (chunk.length === 0) continue;
      await send(socket, lengthOf(chunk), closed);
      await send(socket, chunk, closed);
    }
    await send(socket, lengthOf(new Uint8Array()), closed);
    return await ended;
  } catch (error) {
    if (answered) return answered;
    throw error;
  } finally {
    socket.destroy();
  }
}

async function send(socket: Socket, bytes: Uint8Array, closed: Promise<never>): Promise<void> {
  if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), closed]);
}

function lengthOf(chunk: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return length;
}
