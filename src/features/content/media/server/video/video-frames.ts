import { AV_PICTURE_TYPE_NONE } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { Rational } from 'node-av/lib';
import { PICTURE_CLOCK, pictureFilters, pictureKind, startFilters } from './video-filters.ts';
import type { Filters } from './video-filters.ts';
import { MAX_SECONDS, VideoRefusal } from './video-limits.ts';
import type { Rendition } from './video-plan.ts';

const MAX_FRAMES_PER_SECOND = 60;
const SHORTEST = PICTURE_CLOCK / MAX_FRAMES_PER_SECOND;

type Pictures = {
  /** `ticks` of PICTURE_CLOCK since the film's start, null when the file does not say. */
  show: (frame: Frame, ticks: number | null, lastsTicks: number) => void;
  end: () => void;
  endTicks: () => number;
};

/** Brings a film's pictures to each size; more than 60 a second are thinned out. */
export function createPictures(
  sizes: readonly Rendition[],
  onPicture: (size: number, frame: Frame) => void,
): Pictures {
  let filters: Filters | null = null;
  let kind = '';
  let last = -1;
  let next = 0;
  let end = 0;
  const finish = () => {
    filters?.push(null);
    filters?.free();
    filters = null;
  };
  return {
    show: (frame, saidTicks, lastsTicks) => {
      const ticks = saidTicks ?? end;
      if (ticks > MAX_SECONDS * PICTURE_CLOCK) throw new VideoRefusal('unreadable', 'wild clock');
      if (ticks <= last) return;
      end = Math.max(end, ticks + lastsTicks);
      // Half a frame early is let pass, since cameras' and browsers' clocks waver.
      if (ticks < next - SHORTEST / 2) return;
      next = Math.max(next, ticks - SHORTEST / 2) + SHORTEST;
      last = ticks;
      if (pictureKind(frame) !== kind) {
        finish();
        kind = pictureKind(frame);
        filters = startFilters(pictureFilters(frame, sizes), sizes.length, 'buffer', onPicture);
      }
      frame.pts = BigInt(ticks);
      frame.duration = BigInt(Math.max(lastsTicks, 1));
      frame.timeBase = new Rational(1, PICTURE_CLOCK);
      frame.pictType = AV_PICTURE_TYPE_NONE;
      filters?.push(frame);
    },
    end: finish,
    endTicks: () => end,
  };
}
