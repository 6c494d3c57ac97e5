import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access as requireAccess, constants as modes } from 'node:fs/promises';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Luma } from '../../pdq.ts';
import { MediaError } from '../images.ts';
import { STILL_SIDE, type VideoFacts, type VideoMessage } from './video-limits.ts';
import { containNode, findContainment } from './video-sandbox.ts';

/**
 * The result of processing; `poster` is a PNG with sides of at most 1920 pixels, `stills` is the
 * brightness of a frame for each second.
 */
export type ProcessedVideo = VideoFacts & { poster: Buffer; stills: Luma[] };

const CHILD = fileURLToPath(new URL('./video-child.ts', import.meta.url));
const STALLED_MS = 60_000;
const TOTAL_MS = 6 * 60 * 60_000;
// Signals caused by native code itself; others are sent by the system or a user.
const CRASHES = new Set(['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGTRAP']);

/**
 * Writes video.mp4, master.m3u8 and the renditions into the empty `folder`, in a child process.
 * @throws MediaError when the file is at fault; other errors, such as a full disk, may be temporary.
 */
export async function processVideo(
  path: string,
  folder: string,
  { signal, stalledMs = STALLED_MS }: { signal?: AbortSignal; stalledMs?: number } = {},
): Promise<ProcessedVideo> {
  const file = resolve(path);
  await requireAccess(file, modes.R_OK);
  await requireAccess(folder, modes.W_OK);
  const target = resolve(folder);
  const access = { readable: file, writable: target };
  const containment = await findContainment();
  const { env, cwd, ...command } = containNode(containment, [CHILD, file, target], access);
  signal?.throwIfAborted();
  const child = spawn(command.file, command.args, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env,
    cwd,
    timeout: TOTAL_MS,
    killSignal: 'SIGKILL',
  });
  let stalled = false;
  const watchdog = setTimeout(() => (stalled = child.kill('SIGKILL')), stalledMs);
  const stop = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', stop);
  let outcome: VideoMessage | undefined;
  let errorOutput = '';
  child.on('message', (message) => {
    outcome = message as VideoMessage;
    watchdog.refresh();
  });
  child.stderr?.on(
    'data',
    (text: Buffer) => (errorOutput = (errorOutput + text.toString()).slice(-2000)),
  );
  try {
    const [code, signalName] = (await once(child, 'close')) as [number | null, string | null];
    const ended = signalName ?? signalOf(code);
    signal?.throwIfAborted();
    if (outcome && outcome.kind !== 'progress') return resultOf(outcome);
    if (stalled || (ended && CRASHES.has(ended))) {
      throw new MediaError('unreadable', { cause: stalled ? 'no progress' : ended });
    }
    throw new Error(`the film maker left with ${ended ?? code}: ${errorOutput}`);
  } finally {
    clearTimeout(watchdog);
    signal?.removeEventListener('abort', stop);
  }
}

/** The signal that ended a contained process; its wrapper exits with 128 and the signal's number. */
function signalOf(code: number | null): string | null {
  const entry = Object.entries(constants.signals).find(([, number]) => number + 128 === code);
  return entry?.[0] ?? null;
}

function resultOf(outcome: Exclude<VideoMessage, { kind: 'progress' }>): ProcessedVideo {
  if (outcome.kind === 'refused') throw new MediaError(outcome.failure, { cause: outcome.detail });
  if (outcome.kind === 'broken') {
    throw Object.assign(new Error(outcome.detail), { code: outcome.code });
  }
  const { width, height, durationSeconds, renditions, poster } = outcome;
  const stills = outcome.stills.map((bytes) => ({
    width: STILL_SIDE,
    height: STILL_SIDE,
    values: Float64Array.from(bytes),
  }));
  return { width, height, durationSeconds, renditions, poster: Buffer.from(poster), stills };
}
