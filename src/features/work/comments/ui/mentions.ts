import type { Colleague } from '#src/features/identity/colleagues/colleagues.schema.ts';

/** What is typed after the last "@" before the caret, and where it begins; null without one. */
export function findTypedName(
  text: string,
  caret: number,
): { start: number; typed: string } | null {
  const before = /(?:^|\s)@([^@\n]{0,60})$/u.exec(text.slice(0, caret));
  return before ? { start: caret - before[1]!.length - 1, typed: before[1]! } : null;
}

/** The colleagues of whose names any word begins with what is typed. */
export function suggestColleagues(colleagues: readonly Colleague[], typed: string): Colleague[] {
  const requested = typed.toLowerCase();
  return colleagues.filter(({ name }) => {
    const known = name.toLowerCase();
    return (
      known.startsWith(requested) || (!requested.includes(' ') && known.includes(` ${requested}`))
    );
  });
}

/** The colleagues whose whole names a text mentions. */
export function findMentions(text: string, colleagues: readonly Colleague[]): Colleague[] {
  return colleagues.filter(({ name }) => splitAtMentions(text, [name]).length > 1);
}

/** A text in parts: a mention of one of the names is a part of its own and begins with "@". */
export function splitAtMentions(text: string, names: readonly string[]): string[] {
  if (names.length === 0) return [text];
  const longestFirst = names.toSorted((a, b) => b.length - a.length);
  const alternatives = longestFirst
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('|');
  const mention = new RegExp(`(@(?:${alternatives}))(?![\\p{L}\\p{N}])`, 'gu');
  return text.split(mention);
}
