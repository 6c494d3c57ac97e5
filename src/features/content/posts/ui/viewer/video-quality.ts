/** Pixels of one of the qualities in which a video can be played. */
export type QualityLevel = { width: number; height: number };

/** With this index the player chooses by itself. */
export const AUTO = -1;
/** Highest quality that Auto takes where people asked to save data. */
const SAVING_LINES = 480;
const KEY = 'video-quality';

/** What names a quality: 720 is "720p", upright or not. */
export const linesOf = ({ width, height }: QualityLevel): number => Math.min(width, height);

/** Index of the best quality of at most `lines`, else of the lowest; `null` leaves it to Auto. */
export function levelFor(levels: readonly QualityLevel[], lines: number | null): number {
  if (lines === null || levels.length === 0) return AUTO;
  const ascending = levels
    .map((level, index) => ({ index, lines: linesOf(level) }))
    .toSorted((a, b) => a.lines - b.lines);
  return (ascending.findLast((level) => level.lines <= lines) ?? ascending[0])!.index;
}

/** Where Auto begins and how high it goes, as indexes; {@link AUTO} for as it finds best. */
export function autoLimits(
  levels: readonly QualityLevel[],
  savesData: boolean,
): { start: number; highest: number } {
  if (!savesData) return { start: AUTO, highest: AUTO };
  return { start: levelFor(levels, 0), highest: levelFor(levels, SAVING_LINES) };
}

/** The quality chosen for the last video, for the next one; null for Auto. */
export function keptQuality(): number | null {
  try {
    return Number(localStorage.getItem(KEY)) || null;
  } catch {
    return null;
  }
}

export function keepQuality(lines: number | null): void {
  try {
    if (lines === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, String(lines));
  } catch {
    // Without storage every video begins with Auto.
  }
}
