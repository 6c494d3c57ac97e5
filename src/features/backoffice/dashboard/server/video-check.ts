import {
  findContainment,
  isIsolated,
  type Isolation,
} from '#src/features/content/media/server/video/video-sandbox.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Finding } from '../system-status.schema.ts';
import { down, ok, warning } from './findings.ts';

const ISOLATION_NAMES: Record<Isolation, string> = {
  bubblewrap: 'bubblewrap',
  'bubblewrap-without-proc': 'bubblewrap without /proc',
  landlock: 'Landlock and seccomp',
};

/** What isolates the processes that read uploaded videos on this machine. */
export async function checkVideos(
  { config }: { config: Pick<Config, 'allowsUnisolatedVideos'> },
  find = findContainment,
): Promise<Finding> {
  const found = await find();
  if (isIsolated(found)) {
    return ok(`Videos are read without network and other files (${ISOLATION_NAMES[found]})`);
  }
  if (!config.allowsUnisolatedVideos) return down('Videos are refused: nothing isolates them here');
  const text = 'Videos are read with access to the network and the files of this account';
  return warning(found === 'prlimit' ? text : `${text}, and without limits`);
}
