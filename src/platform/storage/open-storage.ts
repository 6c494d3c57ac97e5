import { getWorkFolder, type Config } from '#src/platform/config/config.ts';
import { openEncryptedStorage, type Encryption } from './storage-encrypted.ts';
import { limitStorage } from './storage-limits.ts';
import { openLocalStorage } from './storage-local.ts';
import type { Storage } from './storage.ts';

type Settings = Pick<Config, 'storage' | 'dataDir' | 'diskReserve' | 'secrets' | 'encryptFiles'>;

/** Opens the configured storage without accessing it. */
export async function openStorage(config: Settings): Promise<Storage> {
  const stored = limitStorage(await openStoredFiles(config));
  return config.encryptFiles ? openEncryptedStorage(stored, encryptionOf(config)) : stored;
}

/** Opens the files as they are stored, which may be encrypted. */
export async function openStoredFiles({
  storage,
  dataDir,
  diskReserve,
}: Omit<Settings, 'secrets' | 'encryptFiles'>): Promise<Storage> {
  if (storage.kind === 'local') return openLocalStorage(dataDir, diskReserve);
  // Loaded only when needed, because the S3 client costs time and memory at each start.
  const { openS3Storage } = await import('./storage-s3.ts');
  return openS3Storage(storage, getWorkFolder({ dataDir }));
}

export function encryptionOf(config: Pick<Settings, 'secrets' | 'dataDir'>): Encryption {
  return { secrets: config.secrets, folder: getWorkFolder(config) };
}
