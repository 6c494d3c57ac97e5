import { AV_PICTURE_TYPE_NONE } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { Rational } from 'node-av/lib';
import {
  VIDEO_TICKS_PER_SECOND,
  renditionFilters,
  frameFormat,
  startFilters,
} from './video-filters.ts';
import type { Filters } from './video-filters.ts';
import { MAX_SECONDS, MAX_STILLS, STILL_SIDE, VideoRefusal } from './video-limits.ts';
import type { Rendition } from './video-plan.ts';

const MAX_FRAMES_PER_SECOND = 60;
const MINIMUM_FRAME_TICKS = VIDEO_TICKS_PER_SECOND / MAX_FRAMES_PER_SECOND;

type FrameScaler = {
  /** `ticks` since the start of the video; null if the file has no timestamp. */
  push: (frame: Frame, ticks: number | null, durationTicks: number) => void;
  end: () => void;
  endTicks: () => number;
  /** The brightness of a still for each second, complete after the end. */
  stills: readonly Uint8Array[];
};

/** Scales the frames of a video to each size and drops frames beyond 60 a second. */
export function createFrameScaler(
  sizes: readonly Rendition[],
  onFrame: (size: number, frame: Frame) => void,
): FrameScaler {
  const stills: Uint8Array[] = [];
  const take = (sink: number, frame: Frame) => {
    if (sink < sizes.length) onFrame(sink, frame);
    else if (stills.length < MAX_STILLS) stills.push(brightnessOf(frame));
  };
  let filters: Filters | null = null;
  let format = '';
  let last = -1;
  let next = 0;
  let end = 0;
  const finish = () => {
    filters?.push(null);
    filters?.free();
    filters = null;
  };
  return {
    push: (frame, declaredTicks, durationTicks) => {
      const ticks = declaredTicks ?? end;
      if (ticks > MAX_SECONDS * VIDEO_TICKS_PER_SECOND)
        throw new VideoRefusal('unreadable', 'wild clock');
      if (ticks <= last) return;
      end = Math.max(end, ticks + durationTicks);
      // Half a frame too early is accepted because clocks of cameras and browsers are inexact.
      if (ticks < next - MINIMUM_FRAME_TICKS / 2) return;
      next = Math.max(next, ticks - MINIMUM_FRAME_TICKS / 2) + MINIMUM_FRAME_TICKS;
      last = ticks;
      if (frameFormat(frame) !== format) {
        finish();
        format = frameFormat(frame);
        filters = startFilters(renditionFilters(frame, sizes), sizes.length + 1, 'buffer', take);
      }
      frame.pts = BigInt(ticks);
      frame.duration = BigInt(Math.max(durationTicks, 1));
      frame.timeBase = new Rational(1, VIDEO_TICKS_PER_SECOND);
      frame.pictType = AV_PICTURE_TYPE_NONE;
      filters?.push(frame);
    },
    end: finish,
    endTicks: () => end,
    stills,
  };
}

/** The bytes of a grey frame without the padding of its lines. */
function brightnessOf({ data, linesize }: Frame): Uint8Array {
  const stride = linesize[0]!;
  const bytes = new Uint8Array(STILL_SIDE * STILL_SIDE);
  for (let line = 0; line < STILL_SIDE; line += 1) {
    bytes.set(data![0]!.subarray(line * stride, line * stride + STILL_SIDE), line * STILL_SIDE);
  }
  return bytes;
}
