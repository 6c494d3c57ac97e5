import { Frame, Rational } from 'node-av/lib';
import type { Stream } from 'node-av/lib';
import { encodePng } from './video-encoders.ts';
import {
  VIDEO_TICKS_PER_SECOND,
  posterFilters,
  displaySize,
  startFilters,
} from './video-filters.ts';
import { posterTime, VideoRefusal } from './video-limits.ts';
import { closeSource, decodeFrames, openSource, seekTo } from './video-source.ts';

const MAX_SIDE = 1920;

/** Reads displayed size and frame rate from the first frame. */
export async function probeVideo(
  file: string,
): Promise<{ width: number; height: number; framesPerSecond: number }> {
  const source = await openSource(file, { withAudio: false });
  try {
    for await (const { frame } of decodeFrames(source)) {
      const { width, height } = displaySize(frame);
      const framesPerSecond = frameRate(source.video.stream);
      return { width, height, framesPerSecond };
    }
  } finally {
    await closeSource(source);
  }
  throw new VideoRefusal('unreadable', 'no picture could be decoded');
}

// Browser recordings claim 1000 frames a second; the average of a short video is off by one frame.
function frameRate({ avgFrameRate, rFrameRate }: Stream): number {
  const average = avgFrameRate.toDouble();
  const base = rFrameRate.toDouble();
  const rate = Math.abs(base / average - 1) < 0.15 ? base : average;
  return rate >= 1 && rate <= 240 ? Math.min(60, rate) : 30;
}

/** Creates the poster as PNG, from the original for the best quality. */
export async function createPoster(
  file: string,
  durationSeconds: number,
  onProgress: () => void,
): Promise<Buffer> {
  const poster =
    (await readFrameAt(file, posterTime(durationSeconds), onProgress).catch(() => null)) ??
    (await readFrameAt(file, 0, onProgress));
  if (!poster) throw new VideoRefusal('unreadable', 'no picture could be decoded');
  return poster;
}

// At 0 seconds it does not seek, because seeking fails in some damaged files.
async function readFrameAt(
  file: string,
  seconds: number,
  onProgress: () => void,
): Promise<Buffer | null> {
  const source = await openSource(file, { withAudio: false });
  const nearest = new Frame();
  nearest.alloc();
  try {
    if (seconds > 0) await seekTo(source, seconds);
    const { num, den } = source.video.stream.timeBase;
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
  const { width, height } = displaySize(frame);
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
  frame.timeBase = new Rational(1, VIDEO_TICKS_PER_SECOND);
  filters.push(frame);
  filters.push(null);
  if (!poster) throw new Error('the poster filter gave no picture');
  return await encodePng(poster);
}
