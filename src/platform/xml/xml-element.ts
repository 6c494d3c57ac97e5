/** The content of an element: text, or elements. */
export type XmlContent = string | XmlContent[];

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// Characters that XML 1.0 permits in no document, not even escaped.
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const escape = (text: string) =>
  text.replaceAll(FORBIDDEN, '').replaceAll(/[&<>"]/g, (character) => ESCAPES[character]!);

/** An element as text. Text content is escaped, elements are written as they are. */
export function xmlElement(
  name: string,
  content: XmlContent,
  attributes: Record<string, string> = {},
): string {
  const inner = Array.isArray(content) ? (content.flat(9) as string[]).join('') : escape(content);
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(value)}"`);
  return `<${name}${written.join('')}>${inner}</${name}>`;
}
