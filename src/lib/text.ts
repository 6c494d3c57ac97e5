/** Captions are cut at this many characters in previews. */
export const CAPTION_PREVIEW_LENGTH = 150;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The caption as a card shows it: at most 150 characters as people count them, then an ellipsis.
 * It always contains the first 150 code points.
 */
export function captionPreview(caption: string): string {
  if (caption.length <= CAPTION_PREVIEW_LENGTH) return caption;
  let count = 0;
  for (const { index } of graphemes.segment(caption)) {
    if (count === CAPTION_PREVIEW_LENGTH) return `${caption.slice(0, index).trimEnd()}…`;
    count += 1;
  }
  return caption;
}

/** Abbreviates a count with K (from 1,000) and M (from 1,000,000) and one decimal. */
export function abbreviateCount(count: number): string {
  if (count >= 1_000_000) return `${(count / 1_000_000).toFixed(1)}M`;
  // 999,950 and more would round up to "1000.0K".
  if (count >= 999_950) return '1.0M';
  if (count >= 1_000) return `${(count / 1_000).toFixed(1)}K`;
  return String(count);
}

/** The text in one line of at most so many characters, cut after a whole word if there is one. */
export function truncateAtWord(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= length) return line;
  const start = line.slice(0, length);
  const end = start.lastIndexOf(' ');
  // Not between the halves of a character such as an emoji.
  const kept = end > 0 ? start.slice(0, end) : start.replace(/[\ud800-\udbff]$/, '');
  return `${kept.replace(/[\s,;:.–—-]+$/, '')}…`;
}

/** A name or title for within a sentence: however it is written, it turns around nothing but itself. */
export const isolateBidi = (text: string): string => `\u2068${text}\u2069`;

/** "1,234 payments". */
export const pluralize = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
