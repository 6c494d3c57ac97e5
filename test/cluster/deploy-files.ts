import { readFileSync } from 'node:fs';

/** A file of `deploy`, as an operator gets it. */
export function readDeployFile(name: string): string {
  return readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');
}

/** Replaces names and addresses, as an operator does. @throws Error when one of them is not in the text */
export function replaceAll(text: string, replacements: [from: string, to: string][]): string {
  return replacements.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`the file does not contain: ${from}`);
    return result.replaceAll(from, to);
  }, text);
}
