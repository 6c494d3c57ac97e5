/** The placeholders of each kind of agreement, with what they stand for. */
export const PLACEHOLDERS = {
  'creator-agreement': {
    legal_name: 'Legal name of the influencer',
    known_as: 'Name that fans know',
    date_of_birth: 'Date of birth',
    agency: 'Name of the agency',
    share: 'The influencer’s share, such as 80%',
    date: 'Day of the signature (UTC)',
  },
  'model-release': {
    legal_name: 'Legal name of the person',
    date_of_birth: 'Date of birth',
    agency: 'Name of the agency',
    influencer: 'Influencer whose posts show the person',
    scopes: 'What the person allows',
    period: 'Days of publication',
    date: 'Day of the signature (UTC)',
  },
} as const satisfies Record<string, Record<string, string>>;

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The placeholders of a text that do not exist, each once. */
export function listUnknownPlaceholders(text: string, known: Record<string, string>): string[] {
  const names = [...text.matchAll(PLACEHOLDER)].map(([, name]) => name!);
  return [...new Set(names)].filter((name) => !Object.hasOwn(known, name));
}

/** The text with its placeholders replaced, once: a value is never read as a template. */
export function fillTemplate(text: string, values: Record<string, string>): string {
  return text.replaceAll(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name]!.replaceAll(/\s+/g, ' ').trim() : whole,
  );
}

export type AgreementParagraph = { isHeading: boolean; text: string };

/** The paragraphs of a text; a line that begins with `# ` is a heading. */
export function paragraphsOf(text: string): AgreementParagraph[] {
  const paragraphs: AgreementParagraph[] = [];
  let lines: string[] = [];
  const endParagraph = () => {
    if (lines.length > 0) paragraphs.push({ isHeading: false, text: lines.join('\n') });
    lines = [];
  };
  for (const line of text.split('\n').map((each) => each.trim())) {
    const isHeading = line.startsWith('# ');
    if (isHeading || line === '') endParagraph();
    if (isHeading) paragraphs.push({ isHeading, text: line.slice(2).trim() });
    else if (line !== '') lines.push(line);
  }
  endParagraph();
  return paragraphs;
}

const normalize = (name: string) =>
  name.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLocaleLowerCase('en');

/** Whether a typed name is that of the record: case and spaces do not matter. */
export function isSameName(typed: string, recorded: string): boolean {
  return normalize(typed) === normalize(recorded);
}
