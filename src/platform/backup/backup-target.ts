import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { getWorkFolder, type Config } from '#src/platform/config/config.ts';
import { openEncryptedStorage } from '#src/platform/storage/storage-encrypted.ts';
import { openLocalStorage } from '#src/platform/storage/storage-local.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import type { BackupConfig } from './backup-config.ts';
import { manifestSchema, parseBackupTime, type Manifest } from './manifest.ts';

const BACKUPS_FOLDER = 'backups/';

/** Where backups are stored, encrypted. */
export type BackupTarget = Omit<Storage, 'incomingUploads' | 'presign' | 'sweepPartialFiles'>;

/** Opens the configured backups, without accessing them. @throws Error when none are configured */
export async function openConfiguredBackups(config: Pick<Config, 'backup' | 'dataDir'>) {
  if (!config.backup) throw new Error('BACKUP_URL and BACKUP_KEY must be set.');
  return { ...config.backup, target: await openBackupTarget(config.backup, config) };
}

/**
 * Requires that backups can be stored in a folder, which may be on a disk that is not there.
 * @throws Error with one sentence for the operator, and the code of the system
 */
export async function requireBackupFolder({ target }: Pick<BackupConfig, 'target'>): Promise<void> {
  if (target.kind !== 'folder') return;
  try {
    await mkdir(target.path, { recursive: true });
    await access(target.path, constants.W_OK);
  } catch (cause) {
    const { code = 'EIO' } = cause as NodeJS.ErrnoException;
    const text = `Backups cannot be written to ${target.path} (BACKUP_URL): ${code}. Is the disk mounted, and writable for this account?`;
    throw Object.assign(new Error(text, { cause }), { code });
  }
}

/** Opens where backups are stored, without accessing it. */
export async function openBackupTarget(
  { target, keys }: BackupConfig,
  config: Pick<Config, 'dataDir'>,
): Promise<BackupTarget> {
  const folder = getWorkFolder(config);
  // Encryption is bound to keys without the prefix, so that backups can be moved.
  return openEncryptedStorage(await openStored(target, folder), {
    secrets: keys,
    folder,
    requiresEncryption: true,
  });
}

async function openStored(target: BackupConfig['target'], folder: string): Promise<Storage> {
  if (target.kind === 'folder') return openLocalStorage(target.path);
  // Loaded only when needed, because the S3 client costs time and memory.
  const { openS3Storage } = await import('#src/platform/storage/storage-s3.ts');
  return withPrefix(openS3Storage(target.s3, folder), target.prefix);
}

function withPrefix(storage: Storage, prefix: string): Storage {
  const at = (key: string) => prefix + key;
  return {
    ...storage,
    put: (key, ...rest) => storage.put(at(key), ...rest),
    putFile: (key, ...rest) => storage.putFile(at(key), ...rest),
    getBytes: (key) => storage.getBytes(at(key)),
    getRange: (key, range) => storage.getRange(at(key), range),
    size: (key) => storage.size(at(key)),
    exists: (key) => storage.exists(at(key)),
    delete: (key) => storage.delete(at(key)),
    deleteFolder: (folder) => storage.deleteFolder(at(folder)),
    withLocalFile: (key, run) => storage.withLocalFile(at(key), run),
    async *list(start) {
      for await (const { key, ...file } of storage.list(at(start))) {
        yield { ...file, key: key.slice(prefix.length) };
      }
    },
  };
}

/** The folder of a backup. */
export function folderOf(id: string): string {
  return `${BACKUPS_FOLDER}${id}/`;
}

const manifestKey = (id: string) => `${folderOf(id)}manifest`;

/** The ids of all backups, the newest first, and of those that were interrupted. */
export async function listBackups(
  target: BackupTarget,
): Promise<{ complete: string[]; interrupted: string[] }> {
  const found = new Map<string, boolean>();
  for await (const { key } of target.list(BACKUPS_FOLDER)) {
    const [id, name] = key.slice(BACKUPS_FOLDER.length).split('/');
    if (!id || !parseBackupTime(id)) continue;
    found.set(id, found.get(id) === true || name === 'manifest');
  }
  const idsOf = (isComplete: boolean) =>
    [...found]
      .flatMap(([id, has]) => (has === isComplete ? [id] : []))
      .toSorted()
      .toReversed();
  return { complete: idsOf(true), interrupted: idsOf(false) };
}

/** Stores the manifest, which makes the backup complete. */
export async function putManifest(target: BackupTarget, manifest: Manifest): Promise<void> {
  await target.put(manifestKey(manifest.id), JSON.stringify(manifest));
}

/** Deletes a backup, its manifest first, so that what an interruption leaves is no backup. */
export async function deleteBackup(target: BackupTarget, id: string): Promise<void> {
  await target.delete(manifestKey(id));
  await target.deleteFolder(folderOf(id));
}

/** Reads what a backup contains. @throws Error when it does not exist or BACKUP_KEY does not open it */
export async function readManifest(target: BackupTarget, id: string): Promise<Manifest> {
  if (!parseBackupTime(id) || !(await target.exists(manifestKey(id)))) {
    throw new Error(`There is no backup ${id} at BACKUP_URL.`);
  }
  let text: Buffer | null;
  try {
    text = await target.getBytes(manifestKey(id));
  } catch (cause) {
    throw new Error(
      `BACKUP_KEY does not open the backup ${id}: it was made with another key, or changed.`,
      { cause },
    );
  }
  const parsed = manifestSchema.safeParse(JSON.parse(text?.toString() ?? 'null'));
  if (parsed.success && parsed.data.id === id) return parsed.data;
  throw new Error(`The backup ${id} has a format that this version of the product cannot read.`);
}
