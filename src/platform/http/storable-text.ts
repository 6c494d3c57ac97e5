import { DomainError } from '#src/lib/problem.ts';

const MESSAGE = 'contains characters that cannot be stored';

/**
 * Refuses text that PostgreSQL cannot store, anywhere in the input: the character U+0000, and
 * unpaired surrogates, which are invalid in PostgreSQL's JSON.
 * @throws DomainError 'invalid-input' with the path of the field
 */
export function requireStorableText(input: unknown): void {
  const path = findUnstorable(input, []);
  if (!path) return;
  const field = path.join('.');
  throw new DomainError('invalid-input', `${field || 'The text'} ${MESSAGE}`, [
    { path: field, message: `This ${MESSAGE}` },
  ]);
}

const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

function findUnstorable(value: unknown, path: string[]): string[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, member] of Object.entries(value)) {
    if (!isStorable(key)) return path;
    const found = findUnstorable(member, [...path, key]);
    if (found) return found;
  }
  return null;
}
