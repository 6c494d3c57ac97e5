// Runs in its own process because FFmpeg's native code reads untrusted files.
import { setPriority } from 'node:os';
import { resolve } from 'node:path';
import { getSystemErrorName } from 'node:util';
import { AV_LOG_QUIET } from 'node-av/constants';
import { FFmpegError, Log } from 'node-av/lib';
import { transcodeVideo } from './transcode-video.ts';
import { VideoRefusal } from './video-limits.ts';
import type { VideoMessage } from './video-limits.ts';
import { planRenditions } from './video-plan.ts';
import { probeVideo, createPoster } from './video-poster.ts';
import { closeSource, openSource } from './video-source.ts';

const PROGRESS_MS = 1000;
// The server itself has priority.
const NICENESS = 10;

// Without a signal, which an isolated process may not send.
process.on('disconnect', () => process.abort());
setPriority(NICENESS);
Log.setLevel(AV_LOG_QUIET);
const [file = '', folder = ''] = process.argv.slice(2).map((path) => resolve(path));
const outcome = await processFile().catch(toMessage);
process.send?.(outcome, () => process.exit(0));

async function processFile(): Promise<VideoMessage> {
  const { width, height, framesPerSecond } = await probeVideo(file);
  const sizes = planRenditions(width, height);
  const source = await openSource(file);
  const onProgress = reporter();
  const plan = { sizes, framesPerSecond };
  const { seconds, stills } = await transcodeVideo(source, folder, plan, onProgress);
  await closeSource(source);
  const poster = await createPoster(file, seconds, onProgress);
  const renditions = sizes.map((size) => size.height);
  const facts = { width, height, durationSeconds: seconds, renditions };
  return { kind: 'done', ...facts, poster, stills: [...stills] };
}

function reporter(): () => void {
  let due = 0;
  return () => {
    const now = Date.now();
    if (now < due) return;
    due = now + PROGRESS_MS;
    process.send?.({ kind: 'progress' } satisfies VideoMessage);
  };
}

function toMessage(error: unknown): VideoMessage {
  if (error instanceof VideoRefusal) {
    return { kind: 'refused', failure: error.failure, detail: error.message };
  }
  const code = error instanceof FFmpegError ? systemCode(error.code) : '';
  return { kind: 'broken', detail: String(error), code };
}

function systemCode(errno: number): string {
  try {
    return getSystemErrorName(errno);
  } catch {
    return '';
  }
}
