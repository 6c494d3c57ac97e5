import { createHmac, type Hmac } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { deriveKeys, type Secrets } from '#src/platform/config/keys.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import type { BackupTarget } from './backup-target.ts';

/** Contents of files, each stored once under a name that follows from it. */
export const CONTENTS_FOLDER = 'contents/';

/** The storage key of a content. */
export function contentKey(name: string): string {
  return `${CONTENTS_FOLDER}${name.slice(0, 2)}/${name}`;
}

const startNames = (keys: Secrets): Hmac[] =>
  deriveKeys(keys, 'backup contents').map((key) => createHmac('sha256', key));

/**
 * The names of a content, one for each key, the newest first. They are keyed, so that nobody can look for a
 * picture in the backup by its hash.
 */
async function nameContent(keys: Secrets, file: string): Promise<string[]> {
  const names = startNames(keys);
  for await (const chunk of createReadStream(file)) {
    for (const name of names) name.update(chunk as Buffer);
  }
  return names.map((name) => name.digest('hex'));
}

/** Stores the content of a file unless the backup has it. @returns its name; null if the file is gone */
export async function storeContent(
  storage: Storage,
  target: BackupTarget,
  keys: Secrets,
  key: string,
): Promise<{ name: string; isNew: boolean } | null> {
  try {
    return await storage.withLocalFile(key, async (file) => {
      const [name] = await nameContent(keys, file);
      const isNew = !(await target.exists(contentKey(name!)));
      if (isNew) await target.putFile(contentKey(name!), file);
      return { name: name!, isNew };
    });
  } catch (error) {
    if (!(await storage.exists(key))) return null;
    throw error;
  }
}

/**
 * Runs with a local copy of a content. @throws Error when it is missing or damaged
 */
export async function withContent<T>(
  target: BackupTarget,
  keys: Secrets,
  name: string,
  run: (file: string) => Promise<T>,
): Promise<T> {
  const damaged = (cause?: unknown) =>
    new Error(`The backup is damaged: the content ${name} is missing or was changed.`, { cause });
  let isRead = false;
  try {
    return await target.withLocalFile(contentKey(name), async (file) => {
      if (!(await nameContent(keys, file)).includes(name)) throw damaged();
      isRead = true;
      return run(file);
    });
  } catch (error) {
    throw isRead ? error : damaged(error);
  }
}

/** Whether a stored file has this content. */
export async function hasContent(
  storage: Storage,
  keys: Secrets,
  key: string,
  name: string,
): Promise<boolean> {
  if (!(await storage.exists(key))) return false;
  return storage.withLocalFile(key, async (file) => (await nameContent(keys, file)).includes(name));
}
