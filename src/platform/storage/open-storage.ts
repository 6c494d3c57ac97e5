import { getWorkFolder, type Config } from '#src/platform/config/config.ts';
import { openLocalStorage } from './storage-local.ts';
import type { Storage } from './storage.ts';

/** Opens the configured storage without accessing it. */
export async function openStorage({
  storage,
  dataDir,
  diskReserve,
}: Pick<Config, 'storage' | 'dataDir' | 'diskReserve'>): Promise<Storage> {
  if (storage.kind === 'local') return openLocalStorage(dataDir, diskReserve);
  // Loaded only when needed, because the S3 client costs time and memory at each start.
  const { openS3Storage } = await import('./storage-s3.ts');
  return openS3Storage(storage, getWorkFolder({ dataDir }));
}
