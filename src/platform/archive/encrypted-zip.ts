import { Readable } from 'node:stream';
import { configure, ZipWriter } from '@zip.js/zip.js';
import { Download } from '#src/platform/http/download.ts';

// The files are encrypted where they are read, not in threads of their own.
configure({ useWebWorkers: false });

type Content = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Adds a file to an archive; its content is read while it is sent. */
export type AddFile = (name: string, content: Content) => Promise<void>;

/**
 * A ZIP archive whose files are encrypted with a password by AES-256 (WinZip AE-2), generated while it is
 * sent. The names and sizes of its files stay readable.
 */
export function encryptedZip(
  name: string,
  password: string,
  write: (addFile: AddFile) => Promise<void>,
): Download {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const zip = new ZipWriter(writable, { password, encryptionStrength: 3, level: 0 });
  const addFile: AddFile = async (fileName, content) => {
    await zip.add(fileName, Readable.toWeb(Readable.from(content)) as ReadableStream<Uint8Array>);
  };
  // A failure ends the download instead of completing a damaged archive.
  write(addFile)
    .then(() => zip.close())
    .catch((error: unknown) => writable.abort(error).catch(() => {}));
  return new Download(name, 'application/zip', readable as unknown as AsyncIterable<Uint8Array>);
}
