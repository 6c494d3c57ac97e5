import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Secrets } from '#src/platform/config/keys.ts';
import { openText, sealText } from '#src/platform/config/sealed-text.ts';

/*
 * The format of encrypted files: a header with the file's own random key, sealed for the storage key, then
 * segments of 64 KiB, each with its own AES-256-GCM tag, so that ranges can be read and checked alone. The
 * nonce of a segment is its number and whether it is the last one: segments cannot be swapped, and a
 * shortened file cannot be read.
 */

const MAGIC = Buffer.from('VRFILE1\n');
const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const TAG_BYTES = 16;
/** Characters of a sealed file key. */
const SEALED_KEY_LENGTH = 96;
/** Bytes of content in each segment but the last. */
export const SEGMENT_BYTES = 64 * 1024;
const STORED_SEGMENT_BYTES = SEGMENT_BYTES + TAG_BYTES;
export const HEADER_BYTES = MAGIC.length + SEALED_KEY_LENGTH;

const sealedFor = (key: string) => ({ purpose: 'stored file', subject: key });

export function newFileKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

export function createHeader(secrets: Secrets, key: string, fileKey: Buffer): Buffer {
  const sealed = sealText(secrets, sealedFor(key), fileKey.toString('base64'));
  return Buffer.concat([MAGIC, Buffer.from(sealed)]);
}

/** Whether a file that starts like this is encrypted. */
export function isEncrypted(start: Buffer): boolean {
  return start.length >= HEADER_BYTES && start.subarray(0, MAGIC.length).equals(MAGIC);
}

/** Reads the key of an encrypted file. @throws Error when no secret opens it, see {@link openText} */
export function readFileKey(secrets: Secrets, key: string, start: Buffer): Buffer {
  const sealed = start.subarray(MAGIC.length, HEADER_BYTES).toString();
  return Buffer.from(openText(secrets, sealedFor(key), sealed), 'base64');
}

/** The number of segments of a stored file. An empty file has one. */
export function countSegments(storedBytes: number): number {
  return Math.max(1, Math.ceil((storedBytes - HEADER_BYTES) / STORED_SEGMENT_BYTES));
}

/** The bytes of content in a stored file. */
export function contentSize(storedBytes: number): number {
  return Math.max(0, storedBytes - HEADER_BYTES - countSegments(storedBytes) * TAG_BYTES);
}

/** The bytes of a stored file that hold its segments `first` to `last`, both inclusive. */
export function segmentRange(first: number, last: number, storedBytes: number) {
  const start = HEADER_BYTES + first * STORED_SEGMENT_BYTES;
  const end = HEADER_BYTES + (last + 1) * STORED_SEGMENT_BYTES - 1;
  return { start, end: Math.min(end, storedBytes - 1) };
}

/** Encrypts the content of a file, without the header. */
export async function* encryptContent(fileKey: Buffer, content: AsyncIterable<Buffer>) {
  let number = 0;
  let waiting: Buffer | undefined;
  for await (const segment of split(content, SEGMENT_BYTES)) {
    if (waiting) yield encryptSegment(fileKey, nonceOf(number++, false), waiting);
    waiting = segment;
  }
  yield encryptSegment(fileKey, nonceOf(number, true), waiting ?? Buffer.alloc(0));
}

/**
 * Decrypts stored segments.
 * @param first the number of the first one
 * @param count the number of segments of the whole file
 * @throws Error when a segment was changed, moved or cut off
 */
export async function* decryptSegments(
  fileKey: Buffer,
  stored: AsyncIterable<Buffer>,
  { first, count }: { first: number; count: number },
) {
  let number = first;
  for await (const segment of split(stored, STORED_SEGMENT_BYTES)) {
    yield decryptSegment(fileKey, nonceOf(number, number === count - 1), segment);
    number += 1;
  }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(number));
  nonce.writeUInt32BE(isLast ? 1 : 0, 8);
  return nonce;
}

function encryptSegment(fileKey: Buffer, nonce: Buffer, content: Buffer): Buffer {
  const cipher = createCipheriv(ALGORITHM, fileKey, nonce);
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

function decryptSegment(fileKey: Buffer, nonce: Buffer, stored: Buffer): Buffer {
  const decipher = createDecipheriv(ALGORITHM, fileKey, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(stored.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(stored.subarray(0, -TAG_BYTES)), decipher.final()]);
}

/** Splits a stream into pieces of this size; the last one may be shorter. */
async function* split(source: AsyncIterable<Buffer>, size: number) {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    parts.push(chunk);
    length += chunk.length;
    if (length < size) continue;
    const bytes = Buffer.concat(parts);
    let at = 0;
    for (; at + size <= bytes.length; at += size) yield bytes.subarray(at, at + size);
    parts = [bytes.subarray(at)];
    length -= at;
  }
  if (length > 0) yield Buffer.concat(parts);
}
