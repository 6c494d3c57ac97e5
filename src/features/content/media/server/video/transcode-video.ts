import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AV_NOPTS_VALUE } from 'node-av/constants';
import { CodecParameters, FFmpegError } from 'node-av/lib';
import type { Frame } from 'node-av/lib';
import { createAudioTrack } from './video-audio.ts';
import { openVideoEncoder, openAudioEncoder } from './video-encoders.ts';
import type { StreamEncoder } from './video-encoders.ts';
import { VIDEO_TICKS_PER_SECOND } from './video-filters.ts';
import { createFrameScaler } from './video-frames.ts';
import { VideoRefusal } from './video-limits.ts';
import { openVideoFile, openRenditionFile } from './video-outputs.ts';
import type { Output } from './video-outputs.ts';
import { findPeakBits, masterPlaylist, readSegments } from './video-plan.ts';
import type { Rendition } from './video-plan.ts';
import { decodeFrames } from './video-source.ts';
import type { Source, Track } from './video-source.ts';

// Audio that comes later in the file is replaced by silence; else frames would pile up in memory.
const MAXIMUM_AUDIO_DELAY_SECONDS = 8;
// Maximum duration of the last frame.
const MAXIMUM_FRAME_SECONDS = 10;

/** Writes all renditions, decoding the video once. @returns its duration in seconds, and its stills */
export async function transcodeVideo(
  source: Source,
  folder: string,
  { sizes, framesPerSecond }: { sizes: readonly Rendition[]; framesPerSecond: number },
  onProgress: () => void,
): Promise<{ seconds: number; stills: readonly Uint8Array[] }> {
  const audioEncoder = source.audio ? await openAudioEncoder() : null;
  const { writers, writeAudio, finish } = await openRenditionWriters(
    folder,
    sizes,
    framesPerSecond,
    audioEncoder,
  );
  const frameScaler = createFrameScaler(sizes, (size, frame) => writers[size]?.writeFrame(frame));
  const audioTrack = writeAudio && createAudioTrack(writeAudio);

  for await (const { track, frame } of decodeFrames(source, onProgress)) {
    const seconds = secondsOf(frame, track, source.startSeconds);
    if (track === source.audio) {
      audioTrack?.add(frame, seconds);
      continue;
    }
    const ticks = seconds === null ? null : Math.round(seconds * VIDEO_TICKS_PER_SECOND);
    const frameSeconds = durationOf(frame, track) || 1 / framesPerSecond;
    frameScaler.push(frame, ticks, Math.round(frameSeconds * VIDEO_TICKS_PER_SECOND));
    audioTrack?.silenceUntil(
      frameScaler.endTicks() / VIDEO_TICKS_PER_SECOND - MAXIMUM_AUDIO_DELAY_SECONDS,
    );
  }
  const videoSeconds = frameScaler.endTicks() / VIDEO_TICKS_PER_SECOND;
  const seconds = Math.max(videoSeconds, audioTrack?.endSeconds() ?? 0);
  refuseIfTruncated(seconds, source.declaredSeconds);
  frameScaler.end();
  audioTrack?.silenceUntil(videoSeconds);
  audioTrack?.end();
  // Moving the index of a long video to the front takes a while.
  const progressTimer = setInterval(onProgress, 1000);
  await finish().finally(() => clearInterval(progressTimer));
  await writeMaster(folder, writers, framesPerSecond);
  return { seconds, stills: frameScaler.stills };
}

function secondsOf(frame: Frame, { stream }: Track, startSeconds: number): number | null {
  const { num, den } = stream.timeBase;
  const time = frame.bestEffortTimestamp;
  return time === AV_NOPTS_VALUE ? null : (Number(time) * num) / den - startSeconds;
}

function durationOf(frame: Frame, { stream }: Track): number {
  const seconds = (Number(frame.duration) * stream.timeBase.num) / stream.timeBase.den;
  return Math.min(seconds, MAXIMUM_FRAME_SECONDS);
}

// A truncated video would play, but its end is missing.
function refuseIfTruncated(seconds: number, declaredSeconds: number): void {
  if (seconds > 0 && seconds >= declaredSeconds * 0.95 - 0.5) return;
  throw new VideoRefusal('unreadable', `${seconds} of ${declaredSeconds} seconds are there`);
}

type RenditionWriter = {
  rendition: Rendition;
  codecs: string;
  writeFrame: (frame: Frame | null) => void;
};

/** Opens the output files; the highest rendition is also written to video.mp4. */
async function openRenditionWriters(
  folder: string,
  sizes: readonly Rendition[],
  framesPerSecond: number,
  audioEncoder: StreamEncoder | null,
) {
  const outputs: Output[] = [];
  const writers: RenditionWriter[] = [];
  for (const rendition of sizes) {
    const encoder = await openVideoEncoder(rendition, framesPerSecond);
    const tracks = audioEncoder ? [encoder, audioEncoder] : [encoder];
    const own = [openRenditionFile(folder, rendition.height, tracks)];
    if (rendition === sizes[0]) own.push(openVideoFile(folder, tracks));
    outputs.push(...own);
    const writeFrame = (frame: Frame | null) =>
      encoder.encode(frame, (packet) => own.forEach((output) => output.write(packet, encoder)));
    writers.push({ rendition, codecs: codecsOf(tracks), writeFrame });
  }
  const writeAudio =
    audioEncoder &&
    ((frame: Frame | null) =>
      audioEncoder.encode(frame, (packet) =>
        outputs.forEach((output) => output.write(packet, audioEncoder)),
      ));
  const finish = async () => {
    writers.forEach(({ writeFrame }) => writeFrame(null));
    writeAudio?.(null);
    for (const output of outputs) await output.finish();
  };
  return { writers, writeAudio, finish };
}

// The codecs string of RFC 6381.
function codecsOf(encoders: readonly StreamEncoder[]): string {
  return encoders
    .map(({ context }) => {
      const parameters = new CodecParameters();
      parameters.alloc();
      FFmpegError.throwIfError(parameters.fromContext(context), 'describe a stream');
      return parameters.getCodecString();
    })
    .join(',');
}

// FFmpeg's HLS writer does not report a full disk.
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
  writers: readonly RenditionWriter[],
  framesPerSecond: number,
): Promise<void> {
  const variants = await Promise.all(
    writers.map(async ({ rendition, codecs }) => {
      const segments = await finishedSegments(folder, rendition.height);
      const bits = segments.reduce((sum, { bytes }) => sum + bytes * 8, 0);
      const seconds = segments.reduce((sum, segment) => sum + segment.seconds, 0);
      return {
        rendition,
        codecs,
        peakBits: findPeakBits(segments),
        meanBits: bits / seconds,
      };
    }),
  );
  await writeFile(join(folder, 'master.m3u8'), masterPlaylist(variants, framesPerSecond));
}
