/** A part of a text; `address` is set if it is a web address. */
export type TextPart = { text: string; address?: string };

const ADDRESS = /https?:\/\/[^\s<>"“”«»]+/gi;
/** Characters that end a sentence or a bracket rather than an address. */
const TRAILING = /[.,;:!?'’*_~)\]}]$/;

const count = (text: string, character: string) => text.split(character).length - 1;

/** Removes punctuation after an address, but not a bracket that belongs to it. */
function withoutPunctuation(address: string): string {
  let end = address;
  while (TRAILING.test(end)) {
    if (end.endsWith(')') && count(end, '(') >= count(end, ')')) break;
    end = end.slice(0, -1);
  }
  return end;
}

// A name before the host, as in https://bank.test@evil.test, deceives about the destination, and
// so do characters that change the direction of the text.
function isHonest(address: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    !/[\p{Cc}\p{Cf}]/u.test(address)
  );
}

/** Splits a text at its http and https addresses. The parts are the whole text, unchanged. */
export function findLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = withoutPunctuation(match[0]);
    if (!isHonest(address)) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: address, address });
    end = match.index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
