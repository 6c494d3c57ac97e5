import { createHash } from 'node:crypto';

type ManifestFile = { name: string; sha256: string; source: string };

/** The name of the facts in a package. */
export const FACTS_FILE = 'facts.json';

export function factsDigest(facts: string): string {
  return createHash('sha256').update(facts).digest('hex');
}

/** The names of files in a package: numbered, because two files can have the same name. */
export function packagedName({ name, source }: ManifestFile, index: number): string {
  const safe = name.replaceAll(/[^\p{L}\p{N}._ -]+/gu, '_').slice(-80);
  return `files/${String(index + 1).padStart(2, '0')}-${source}-${safe}`;
}

/** The manifest of a package, in the form that `sha256sum --check` reads. */
export function manifestOf(files: ManifestFile[], facts: string): string {
  return [
    `${facts}  ${FACTS_FILE}`,
    ...files.map((file, index) => `${file.sha256}  ${packagedName(file, index)}`),
    '',
  ].join('\n');
}
