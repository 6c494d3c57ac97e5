// Runs in its own process: FFmpeg's native code reads files that strangers sent.
import { resolve } from 'node:path';
import { Decoder, Demuxer, Encoder, FilterAPI } from 'node-av/api';
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_FRAME_DATA_DISPLAYMATRIX,
  AV_LOG_QUIET,
  AVMEDIA_TYPE_VIDEO,
  AVSEEK_FLAG_BACKWARD,
  FF_ENCODER_PNG,
} from 'node-av/constants';
import type { Frame, Stream } from 'node-av/lib';
import { Log } from 'node-av/lib';
import {
  displaySize,
  FORMAT_WHITELIST,
  MAX_DECODED_PIXELS,
  POSTER_FILTER,
  posterTime,
} from './video-limits.ts';
import type { VideoReport } from './video-limits.ts';

Log.setLevel(AV_LOG_QUIET);
const path = process.argv[2] ?? '';
let report: VideoReport;
try {
  report = await readVideo(resolve(path));
} catch (error) {
  report = { failure: 'unreadable', detail: String(error) };
}
process.send?.(report, () => process.exit(0));

async function readVideo(file: string): Promise<VideoReport> {
  await using input = await openVideo(file);
  const stream = input.streams.find(isPicture);
  if (!stream) return { failure: 'no-picture' };

  const { index } = stream;
  const durationSeconds = input.duration > 0 ? input.duration : await measureDuration(file, index);
  const frame =
    (await decodeNear(file, index, posterTime(durationSeconds))) ??
    (await decodeNear(file, index, 0));
  if (!frame) return { failure: 'unreadable', detail: 'no frame could be decoded' };

  const turn = quarterTurns(frame);
  const { num, den } = frame.sampleAspectRatio;
  const size = displaySize(frame.width, frame.height, num > 0 && den > 0 ? num / den : 1, turn);
  return { ...size, durationSeconds, poster: await encodePoster(frame, turn) };
}

function openVideo(file: string): Promise<Demuxer> {
  const options = { format_whitelist: FORMAT_WHITELIST, protocol_whitelist: 'file' };
  return Demuxer.open(file, { options });
}

function isPicture({ codecpar, disposition }: Stream): boolean {
  return (
    codecpar.codecType === AVMEDIA_TYPE_VIDEO && (disposition & AV_DISPOSITION_ATTACHED_PIC) === 0
  );
}

// Browser recordings in WebM carry no duration; only their last packet tells.
async function measureDuration(file: string, streamIndex: number): Promise<number> {
  await using input = await openVideo(file);
  let end = 0;
  for await (using packet of input.packets(streamIndex)) {
    if (!packet) break;
    const { num, den } = packet.timeBase;
    end = Math.max(end, (Number(packet.pts + packet.duration) * num) / den);
  }
  return end;
}

// From the very start it reads without seeking, which some damaged files cannot do.
async function decodeNear(file: string, index: number, seconds: number): Promise<Frame | null> {
  await using input = await openVideo(file);
  const stream = input.streams[index];
  if (!stream) return null;
  const start = Math.max(0, input.startTime || 0);
  if (seconds > 0) await input.seek(start + seconds, -1, AVSEEK_FLAG_BACKWARD);
  using decoder = await Decoder.create(stream, {
    threadCount: 2,
    options: { max_pixels: MAX_DECODED_PIXELS },
  });
  let nearest: Frame | null = null;
  for await (const frame of decoder.frames(input.packets(index))) {
    if (!frame) break;
    nearest?.free();
    nearest = frame;
    const { num, den } = frame.timeBase;
    if ((Number(frame.bestEffortTimestamp) * num) / den - start >= seconds) break;
  }
  return nearest;
}

/** Clockwise quarter turns that show the frame upright, from FFmpeg's 16.16 display matrix. */
function quarterTurns(frame: Frame): number {
  const matrix = frame.getSideData(AV_FRAME_DATA_DISPLAYMATRIX);
  if (!matrix) return 0;
  const angle = Math.atan2(matrix.readInt32LE(4), matrix.readInt32LE(0));
  return (Math.round(angle / (Math.PI / 2)) + 4) % 4;
}

async function encodePoster(frame: Frame, turn: number): Promise<Buffer> {
  const rotation = ['', 'transpose=clock,', 'hflip,vflip,', 'transpose=cclock,'][turn];
  using filter = FilterAPI.create(rotation + POSTER_FILTER);
  const [poster] = await filter.processAll(frame);
  if (!poster) throw new Error('the poster filter gave no picture');
  return await Encoder.encodeOne(FF_ENCODER_PNG, poster);
}
