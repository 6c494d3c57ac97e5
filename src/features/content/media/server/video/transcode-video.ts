import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AV_NOPTS_VALUE } from 'node-av/constants';
import { CodecParameters, FFmpegError } from 'node-av/lib';
import type { Frame } from 'node-av/lib';
import { createSound } from './video-audio.ts';
import { openPictureEncoder, openSoundEncoder } from './video-encoders.ts';
import type { FilmEncoder } from './video-encoders.ts';
import { PICTURE_CLOCK } from './video-filters.ts';
import { createPictures } from './video-frames.ts';
import { VideoRefusal } from './video-limits.ts';
import { openFilmFile, openRenditionFile } from './video-outputs.ts';
import type { Output } from './video-outputs.ts';
import { masterPlaylist, readSegments } from './video-plan.ts';
import type { Rendition } from './video-plan.ts';
import { decodeFrames } from './video-source.ts';
import type { Source, Track } from './video-source.ts';

// Sound that comes later in the file than this is replaced by silence, else pictures would pile up.
const PATIENCE_SECONDS = 8;
// How long the last picture may claim to stay.
const LONGEST_PICTURE_SECONDS = 10;

/** Writes every rendition, decoding the film once; returns its length in seconds. */
export async function makeFilm(
  source: Source,
  folder: string,
  { sizes, framesPerSecond }: { sizes: readonly Rendition[]; framesPerSecond: number },
  onProgress: () => void,
): Promise<number> {
  const voice = source.sound ? await openSoundEncoder() : null;
  const { reels, hear, finish } = await openReels(folder, sizes, framesPerSecond, voice);
  const pictures = createPictures(sizes, (size, frame) => reels[size]?.see(frame));
  const sound = hear && createSound(hear);

  for await (const { track, frame } of decodeFrames(source, onProgress)) {
    const seconds = secondsOf(frame, track, source.startSeconds);
    if (track === source.sound) {
      sound?.play(frame, seconds);
      continue;
    }
    const ticks = seconds === null ? null : Math.round(seconds * PICTURE_CLOCK);
    const lasts = durationOf(frame, track) || 1 / framesPerSecond;
    pictures.show(frame, ticks, Math.round(lasts * PICTURE_CLOCK));
    sound?.silenceUntil(pictures.endTicks() / PICTURE_CLOCK - PATIENCE_SECONDS);
  }
  const pictureSeconds = pictures.endTicks() / PICTURE_CLOCK;
  const seconds = Math.max(pictureSeconds, sound?.endSeconds() ?? 0);
  refuseIfCutOff(seconds, source.claimedSeconds);
  pictures.end();
  sound?.silenceUntil(pictureSeconds);
  sound?.end();
  // Moving a long film's index to its front takes a while.
  const alive = setInterval(onProgress, 1000);
  await finish().finally(() => clearInterval(alive));
  await writeMaster(folder, reels, framesPerSecond);
  return seconds;
}

function secondsOf(frame: Frame, { stream }: Track, startSeconds: number): number | null {
  const { num, den } = stream.timeBase;
  const time = frame.bestEffortTimestamp;
  return time === AV_NOPTS_VALUE ? null : (Number(time) * num) / den - startSeconds;
}

function durationOf(frame: Frame, { stream }: Track): number {
  const seconds = (Number(frame.duration) * stream.timeBase.num) / stream.timeBase.den;
  return Math.min(seconds, LONGEST_PICTURE_SECONDS);
}

// What is left of a film cut off in the middle would play, but the rest is missing.
function refuseIfCutOff(seconds: number, claimedSeconds: number): void {
  if (seconds > 0 && seconds >= claimedSeconds * 0.95 - 0.5) return;
  throw new VideoRefusal('unreadable', `${seconds} of ${claimedSeconds} seconds are there`);
}

type Reel = { rendition: Rendition; codecs: string; see: (frame: Frame | null) => void };

/** The files being written; the highest rendition goes into video.mp4 as well. */
async function openReels(
  folder: string,
  sizes: readonly Rendition[],
  framesPerSecond: number,
  voice: FilmEncoder | null,
) {
  const outputs: Output[] = [];
  const reels: Reel[] = [];
  for (const rendition of sizes) {
    const encoder = await openPictureEncoder(rendition, framesPerSecond);
    const tracks = voice ? [encoder, voice] : [encoder];
    const own = [openRenditionFile(folder, rendition.height, tracks)];
    if (rendition === sizes[0]) own.push(openFilmFile(folder, tracks));
    outputs.push(...own);
    const see = (frame: Frame | null) =>
      encoder.encode(frame, (packet) => own.forEach((output) => output.write(packet, encoder)));
    reels.push({ rendition, codecs: codecsOf(tracks), see });
  }
  const hear =
    voice &&
    ((frame: Frame | null) =>
      voice.encode(frame, (packet) => outputs.forEach((output) => output.write(packet, voice))));
  const finish = async () => {
    reels.forEach(({ see }) => see(null));
    hear?.(null);
    for (const output of outputs) await output.finish();
  };
  return { reels, hear, finish };
}

// As in RFC 6381: what a player must be able to decode.
function codecsOf(encoders: readonly FilmEncoder[]): string {
  return encoders
    .map(({ context }) => {
      const parameters = new CodecParameters();
      parameters.alloc();
      FFmpegError.throwIfError(parameters.fromContext(context), 'describe a stream');
      return parameters.getCodecString();
    })
    .join(',');
}

// FFmpeg's HLS writer says nothing of a full disk.
async function finishedSegments(folder: string, height: number) {
  const segments = readSegments(await readFile(join(folder, `h${height}.m3u8`), 'utf8'));
  const { size } = await stat(join(folder, `h${height}.mp4`));
  const last = segments.at(-1);
  if (!last || last.start + last.bytes !== size) {
    throw new Error(`h${height}.mp4 could not be written whole`);
  }
  return segments;
}

async function writeMaster(
  folder: string,
  reels: readonly Reel[],
  framesPerSecond: number,
): Promise<void> {
  const variants = await Promise.all(
    reels.map(async ({ rendition, codecs }) => {
      const segments = await finishedSegments(folder, rendition.height);
      const bits = segments.reduce((sum, { bytes }) => sum + bytes * 8, 0);
      const seconds = segments.reduce((sum, segment) => sum + segment.seconds, 0);
      const peakBits = Math.max(
        ...segments.map((segment) => (segment.bytes * 8) / segment.seconds),
      );
      return { rendition, codecs, peakBits, meanBits: bits / seconds };
    }),
  );
  await writeFile(join(folder, 'master.m3u8'), masterPlaylist(variants, framesPerSecond));
}
