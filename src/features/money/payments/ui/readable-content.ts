/** What a provider sent, made readable: JSON by its lines, fields of a form one by one. */
export function readableContent(content: string): string {
  try {
    return JSON.stringify(JSON.parse(content), null, 2);
  } catch {
    // Not JSON: as below.
  }
  if (!/^[^\s=&]+=[^\s]*$/.test(content)) return content;
  return [...new URLSearchParams(content)].map(([name, value]) => `${name} = ${value}`).join('\n');
}
