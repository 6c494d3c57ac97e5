/** Size in pixels of one quality of a video. */
export type QualityLevel = { width: number; height: number };

/** The index that lets the player choose. */
export const AUTO = -1;
/** Highest quality of Auto while the browser saves data. */
const SAVING_LINES = 480;
const KEY = 'video-quality';

/** The number that names a quality: 720 for "720p", in portrait and landscape. */
export function qualityOf({ width, height }: QualityLevel): number {
  return Math.min(width, height);
}

/** Index of the best quality up to `lines`, else of the lowest; `null` selects Auto. */
export function levelFor(levels: readonly QualityLevel[], lines: number | null): number {
  if (lines === null || levels.length === 0) return AUTO;
  const ascending = levels
    .map((level, index) => ({ index, lines: qualityOf(level) }))
    .toSorted((a, b) => a.lines - b.lines);
  return (ascending.findLast((level) => level.lines <= lines) ?? ascending[0])!.index;
}

/**
 * Indexes of the start and the maximum quality of Auto; {@link AUTO} for no limit. The lowest quality
 * starts soonest, so it is the first until the bandwidth is known.
 */
export function autoLimits(
  levels: readonly QualityLevel[],
  { isSavingData, isBandwidthKnown }: { isSavingData: boolean; isBandwidthKnown: boolean },
): { start: number; highest: number } {
  const lowest = levelFor(levels, 0);
  if (isSavingData) return { start: lowest, highest: levelFor(levels, SAVING_LINES) };
  return { start: isBandwidthKnown ? AUTO : lowest, highest: AUTO };
}

/** The quality chosen for the last video; null for Auto. */
export function readPreferredQuality(): number | null {
  try {
    return Number(localStorage.getItem(KEY)) || null;
  } catch {
    return null;
  }
}

export function storePreferredQuality(lines: number | null): void {
  try {
    if (lines === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, String(lines));
  } catch {
    // Without storage every video starts with Auto.
  }
}
