/** Formats a provider's content: JSON with indentation, a form with one field per line. */
export function readableContent(content: string): string {
  try {
    return JSON.stringify(JSON.parse(content), null, 2);
  } catch {
    // Not JSON: treated as a form below.
  }
  if (!/^[^\s=&]+=[^\s]*$/.test(content)) return content;
  return [...new URLSearchParams(content)].map(([name, value]) => `${name} = ${value}`).join('\n');
}
