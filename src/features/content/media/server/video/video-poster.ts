import { Encoder } from 'node-av/api';
import { FF_ENCODER_PNG } from 'node-av/constants';
import { Frame, Rational } from 'node-av/lib';
import type { Stream } from 'node-av/lib';
import { PICTURE_CLOCK, posterFilters, seenSize, startFilters } from './video-filters.ts';
import { posterTime, VideoRefusal } from './video-limits.ts';
import { closeSource, decodeFrames, openSource, seekTo } from './video-source.ts';

const MAX_SIDE = 1920;

/** What the first picture says of the film: pixels as seen. */
export async function lookAt(
  file: string,
): Promise<{ width: number; height: number; framesPerSecond: number }> {
  const source = await openSource(file, { withSound: false });
  try {
    for await (const { frame } of decodeFrames(source)) {
      const { width, height } = seenSize(frame);
      const framesPerSecond = frameRate(source.picture.stream);
      return { width, height, framesPerSecond };
    }
  } finally {
    await closeSource(source);
  }
  throw new VideoRefusal('unreadable', 'no picture could be decoded');
}

// Recordings of browsers claim a thousand; the average of a short film is off by a frame.
function frameRate({ avgFrameRate, rFrameRate }: Stream): number {
  const average = avgFrameRate.toDouble();
  const base = rFrameRate.toDouble();
  const rate = Math.abs(base / average - 1) < 0.15 ? base : average;
  return rate >= 1 && rate <= 240 ? Math.min(60, rate) : 30;
}

/** A PNG that stands for the film, from its source so that it is as sharp as can be. */
export async function makePoster(
  file: string,
  durationSeconds: number,
  onProgress: () => void,
): Promise<Buffer> {
  const poster =
    (await pictureAt(file, posterTime(durationSeconds), onProgress).catch(() => null)) ??
    (await pictureAt(file, 0, onProgress));
  if (!poster) throw new VideoRefusal('unreadable', 'no picture could be decoded');
  return poster;
}

// From the very start it reads without seeking, which some damaged files cannot do.
async function pictureAt(
  file: string,
  seconds: number,
  onProgress: () => void,
): Promise<Buffer | null> {
  const source = await openSource(file, { withSound: false });
  const nearest = new Frame();
  nearest.alloc();
  try {
    if (seconds > 0) await seekTo(source, seconds);
    const { num, den } = source.picture.stream.timeBase;
    let found = false;
    for await (const { frame } of decodeFrames(source, onProgress)) {
      nearest.unref();
      nearest.ref(frame);
      found = true;
      if ((Number(frame.bestEffortTimestamp) * num) / den - source.startSeconds >= seconds) break;
    }
    return found ? await encodePoster(nearest) : null;
  } finally {
    nearest.free();
    await closeSource(source);
  }
}

async function encodePoster(frame: Frame): Promise<Buffer> {
  const { width, height } = seenSize(frame);
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    lines: Math.max(1, Math.round(height * scale)),
  };
  let poster: Frame | null = null;
  const filters = startFilters(posterFilters(frame, size), 1, 'buffer', (_, picture) => {
    poster = picture.clone();
  });
  frame.pts = 0n;
  frame.timeBase = new Rational(1, PICTURE_CLOCK);
  filters.push(frame);
  filters.push(null);
  if (!poster) throw new Error('the poster filter gave no picture');
  return await Encoder.encodeOne(FF_ENCODER_PNG, poster);
}
