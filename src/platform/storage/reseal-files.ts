import { createHeader, HEADER_BYTES, isEncrypted, readFileKey } from './encrypted-file.ts';
import {
  openEncryptedStorage,
  readFileFrom,
  readStart,
  withTemporaryFile,
  writeFile,
  type Encryption,
} from './storage-encrypted.ts';
import { COMPLETE_UPLOADS_FOLDER, UPLOADS_FOLDER, type Storage } from './storage.ts';

export type ResealedFiles = {
  /** Files that are now as configured. */
  changed: number;
  unchanged: number;
  /** Files whose secret of the product is no longer listed. */
  unreadable: number;
};

/**
 * Encrypts all files with the newest secret, or decrypts them. What is as configured remains untouched,
 * so it can be repeated.
 * @param inner the storage with its files as they are
 */
export async function resealFiles(
  inner: Storage,
  encryption: Encryption,
  { encrypt }: { encrypt: boolean },
): Promise<ResealedFiles> {
  const count: ResealedFiles = { changed: 0, unchanged: 0, unreadable: 0 };
  const change = encrypt ? sealFile : decryptFile;
  for await (const { key } of inner.list('')) {
    if (key.startsWith(UPLOADS_FOLDER) || key.startsWith(COMPLETE_UPLOADS_FOLDER)) continue;
    const start = await readStart(inner, key);
    // Deleted in the meantime.
    if (!start) continue;
    count[await change(inner, encryption, { key, start })] += 1;
  }
  return count;
}

type Found = { key: string; start: Buffer };

async function sealFile(inner: Storage, encryption: Encryption, { key, start }: Found) {
  const { secrets, folder } = encryption;
  if (!isEncrypted(start)) {
    const encrypted = openEncryptedStorage(inner, encryption);
    await inner.withLocalFile(key, (file) => encrypted.putFile(key, file));
    return 'changed';
  }
  if (tryToReadKey([secrets[0]], { key, start })) return 'unchanged';
  const fileKey = tryToReadKey(secrets, { key, start });
  if (!fileKey) return 'unreadable';
  // With the same key for the content, so that a running server can go on reading.
  const header = createHeader(secrets, key, fileKey);
  await inner.withLocalFile(key, (file) =>
    withTemporaryFile(folder, async (copy) => {
      await writeFile(copy, header, readFileFrom(file, HEADER_BYTES));
      await inner.putFile(key, copy);
    }),
  );
  return 'changed';
}

async function decryptFile(inner: Storage, encryption: Encryption, { key, start }: Found) {
  if (!isEncrypted(start)) return 'unchanged';
  if (!tryToReadKey(encryption.secrets, { key, start })) return 'unreadable';
  const encrypted = openEncryptedStorage(inner, encryption);
  await encrypted.withLocalFile(key, (file) => inner.putFile(key, file));
  return 'changed';
}

function tryToReadKey(secrets: Encryption['secrets'], { key, start }: Found): Buffer | null {
  try {
    return readFileKey(secrets, key, start);
  } catch {
    return null;
  }
}
