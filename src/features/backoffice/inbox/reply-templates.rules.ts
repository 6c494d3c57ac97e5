/** What stands for a value in a template. */
export const PLACEHOLDERS = ['name', 'topic'] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

/** The text of a template with its values; other braces stay as they are. */
export function fillTemplate(text: string, values: Record<Placeholder, string>): string {
  return text.replaceAll(/\{(name|topic)\}/gi, (_, name: string) => {
    return values[name.toLowerCase() as Placeholder];
  });
}
