import { workFolder, type Config } from '#src/platform/config/config.ts';
import { openLocalStorage } from './storage-local.ts';
import type { Storage } from './storage.ts';

/** Opens the configured storage. Nothing is asked of it yet. */
export async function openStorage({
  storage,
  dataDir,
  diskReserve,
}: Pick<Config, 'storage' | 'dataDir' | 'diskReserve'>): Promise<Storage> {
  if (storage.kind === 'local') return openLocalStorage(dataDir, diskReserve);
  // Loaded only where it is wanted: it costs time and memory at each start.
  const { openS3Storage } = await import('./storage-s3.ts');
  return openS3Storage(storage, workFolder({ dataDir }));
}
