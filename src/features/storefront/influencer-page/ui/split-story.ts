const LONG = 900;
const OPENING = { from: 350, to: 700 };

/** The last position within the bounds of the opening at which `pattern` allows a split. */
function lastBreak(text: string, pattern: RegExp): number {
  const ends = [...text.slice(0, OPENING.to).matchAll(pattern)].map(
    ({ index, 0: found }) => index + found.length,
  );
  const last = ends.at(-1) ?? 0;
  return last >= OPENING.from ? last : 0;
}

/**
 * Splits a long text into an opening and the rest: after a paragraph if possible, else after a
 * sentence, else between words. `rest` is empty for short texts.
 */
export function splitStory(text: string): { opening: string; rest: string; midSentence: boolean } {
  const trimmed = text.trim();
  if (trimmed.length <= LONG) return { opening: trimmed, rest: '', midSentence: false };
  const naturalBreak = lastBreak(trimmed, /\n+/g) || lastBreak(trimmed, /[.!?…](?=\s)|[。！？]/g);
  const cut = naturalBreak || findLastWordEnd(trimmed);
  return {
    opening: trimmed.slice(0, cut).trim(),
    rest: trimmed.slice(cut).trim(),
    midSentence: !naturalBreak,
  };
}

// Not every script has spaces between words.
function findLastWordEnd(text: string): number {
  const words = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(
    text.slice(0, OPENING.to),
  );
  return [...words].at(-1)!.index || OPENING.to;
}
