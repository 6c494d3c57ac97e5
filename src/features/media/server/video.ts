import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { access, constants } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { MediaError } from './images.ts';
import {
  displaySize,
  FORMAT_WHITELIST,
  MAX_DECODED_PIXELS,
  POSTER_FILTER,
  posterTime,
} from './video-limits.ts';
import type { VideoReport } from './video-limits.ts';

/** Pixels as seen (upright, square); `poster` is a PNG of at most 1920 pixels a side. */
export type ProcessedVideo = {
  width: number;
  height: number;
  durationSeconds: number;
  poster: Buffer;
};

const TIMEOUT_MS = 60_000;
const MAX_POSTER_BYTES = 32 * 1024 * 1024;
const run = promisify(execFile);

/** Reads size, duration and a poster frame in a child process; throws MediaError. */
export async function processVideo(path: string): Promise<ProcessedVideo> {
  const file = resolve(path);
  await access(file, constants.R_OK);
  const [ffmpeg, ffprobe] = await Promise.all([findOnPath('ffmpeg'), findOnPath('ffprobe')]);
  return ffmpeg && ffprobe ? readWithSystem(ffmpeg, ffprobe, file) : readWithBundled(file);
}

async function findOnPath(program: string): Promise<string | null> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const candidate = join(folder, program);
    const runnable = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (folder && runnable) return candidate;
  }
  return null;
}

async function readWithBundled(file: string): Promise<ProcessedVideo> {
  const child = fork(new URL('./video-child.ts', import.meta.url), [file], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  let report: VideoReport | undefined;
  let complaint = '';
  child.once('message', (message) => (report = message as VideoReport));
  child.stderr?.on(
    'data',
    (text: Buffer) => (complaint = (complaint + text.toString()).slice(-2000)),
  );
  const [exitCode, signal] = (await once(child, 'close')) as [number | null, string | null];

  if (report && 'poster' in report) return { ...report, poster: Buffer.from(report.poster) };
  if (report) throw new MediaError(report.failure, { cause: report.detail });
  if (signal) throw new MediaError('unreadable', { cause: `the reader was ended by ${signal}` });
  throw new Error(`the video reader left with code ${exitCode}: ${complaint}`);
}

const probed = z.object({
  streams: z.array(
    z.object({
      index: z.number(),
      width: z.number().positive(),
      height: z.number().positive(),
      sample_aspect_ratio: z.string().default('1:1'),
      disposition: z.object({ attached_pic: z.number() }),
      side_data_list: z.array(z.object({ rotation: z.number().optional() })).default([]),
    }),
  ),
  format: z.object({ duration: z.coerce.number().optional() }),
});

async function readWithSystem(
  ffmpeg: string,
  ffprobe: string,
  file: string,
): Promise<ProcessedVideo> {
  const open = [
    '-v',
    'error',
    '-protocol_whitelist',
    'file',
    '-format_whitelist',
    FORMAT_WHITELIST,
  ];
  const fields =
    'stream=index,width,height,sample_aspect_ratio:stream_disposition:stream_side_data:format=duration';
  const probe = await read(ffprobe, [
    ...open,
    '-select_streams',
    'v',
    '-show_entries',
    fields,
    '-of',
    'json',
    file,
  ]);
  const { streams, format } = probed.parse(JSON.parse(probe.toString()));
  const stream = streams.find(({ disposition }) => disposition.attached_pic === 0);
  if (!stream) throw new MediaError('no-picture');

  const map = ['-map', `0:${stream.index}`];
  const durationSeconds =
    format.duration ?? (await measureDuration(ffmpeg, [...open, '-i', file, ...map]));
  const frameAt = (seconds: number) => {
    const limits = `-threads 2 -max_pixels ${MAX_DECODED_PIXELS}`.split(' ');
    const seek = seconds > 0 ? ['-ss', `${seconds}`] : [];
    const output = '-frames:v 1 -c:v png -f image2pipe pipe:1'.split(' ');
    const input = [...open, ...limits, ...seek, '-i', file, ...map];
    return read(ffmpeg, [...input, '-vf', POSTER_FILTER, ...output]);
  };
  const later = await frameAt(posterTime(durationSeconds));
  const poster = later.length > 0 ? later : await frameAt(0);
  if (poster.length === 0) throw new MediaError('unreadable');

  const [across = 1, down = 1] = stream.sample_aspect_ratio.split(':').map(Number);
  const rotation = stream.side_data_list.find((data) => data.rotation !== undefined)?.rotation ?? 0;
  const pixelAspect = across > 0 && down > 0 ? across / down : 1;
  const size = displaySize(stream.width, stream.height, pixelAspect, Math.round(rotation / 90));
  return { ...size, durationSeconds, poster };
}

async function measureDuration(ffmpeg: string, input: string[]): Promise<number> {
  const progress = await read(ffmpeg, [
    ...input,
    '-c',
    'copy',
    '-progress',
    'pipe:1',
    '-f',
    'null',
    '-',
  ]);
  const microseconds = [...progress.toString().matchAll(/^out_time_us=(\d+)$/gm)].pop()?.[1];
  return Number(microseconds ?? 0) / 1_000_000;
}

async function read(program: string, args: string[]): Promise<Buffer> {
  const limits = {
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    maxBuffer: MAX_POSTER_BYTES,
    encoding: 'buffer',
  } as const;
  try {
    return (await run(program, args, limits)).stdout;
  } catch (error) {
    throw new MediaError('unreadable', { cause: error });
  }
}
