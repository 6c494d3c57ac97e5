import { formatNumber } from '#src/lib/locale/numbers.ts';

/** Maximum number of characters of a caption preview. */
export const CAPTION_PREVIEW_LENGTH = 150;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The preview of a caption: at most 150 graphemes, then an ellipsis. It always contains the first
 * 150 code points.
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

/** Abbreviates a count with K (from 1,000) or M (from 1,000,000) and one decimal. */
export function abbreviateCount(count: number): string {
  if (count >= 1_000_000) return `${(count / 1_000_000).toFixed(1)}M`;
  // 999,950 and more would round up to "1000.0K".
  if (count >= 999_950) return '1.0M';
  if (count >= 1_000) return `${(count / 1_000).toFixed(1)}K`;
  return String(count);
}

/** Truncates a text to one line of at most `length` characters, after a whole word if possible. */
export function truncateAtWord(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= length) return line;
  const start = line.slice(0, length);
  const end = start.lastIndexOf(' ');
  // Never splits a surrogate pair such as an emoji.
  const truncated = end > 0 ? start.slice(0, end) : start.replace(/[\ud800-\udbff]$/, '');
  return `${truncated.replace(/[\s,;:.–—-]+$/, '')}…`;
}

/** Isolates a name or title in a sentence, so that its writing direction affects nothing else. */
export function isolateBidi(text: string): string {
  return `\u2068${text}\u2069`;
}

/** The first letters of the first and the last word of a name. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const initials = [words.at(0), words.length > 1 ? words.at(-1) : '']
    .map((word) => word?.match(/[\p{L}\p{N}]/u)?.[0]?.toUpperCase() ?? '')
    .join('');
  return initials || '◆';
}

/** "1,234 payments". */
export function pluralize(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
