import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** What a script of the browser contains and imports. */
export type BuiltScript = {
  imports: string[];
  /** The modules that are the reason for the script: an entry, or what is imported dynamically. */
  entries: string[];
  /** The size of each package, or folder of features, in characters before minification. */
  parts: Record<string, number>;
};
/** By the names of their files. */
export type BuiltScripts = Record<string, BuiltScript>;

/** Where a build lists its scripts. */
export const SCRIPTS_FILE = fileURLToPath(new URL('../dist/scripts.json', import.meta.url));

const root = fileURLToPath(new URL('..', import.meta.url));
const PACKAGE = /.*[\\/]node_modules[\\/](?<name>(@[^\\/]+[\\/])?[^\\/]+)/;
const FOLDER = /^(src[\\/](features[\\/][^\\/]+[\\/][^\\/]+|[^\\/]+))/;

function partOf(id: string): string {
  const name = PACKAGE.exec(id)?.groups?.name;
  const file = path.relative(root, id.split('?', 1)[0]!);
  return name ?? FOLDER.exec(file)?.[1] ?? file;
}

/** Lists the built scripts for the check of their sizes. */
export function recordScripts(): Plugin {
  const scripts: BuiltScripts = {};
  return {
    name: 'record-scripts',
    apply: 'build',
    sharedDuringBuild: true,
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        const parts: Record<string, number> = {};
        for (const [id, { renderedLength }] of Object.entries(file.modules)) {
          const part = partOf(id);
          if (renderedLength > 0) parts[part] = (parts[part] ?? 0) + renderedLength;
        }
        const entries = file.moduleIds.filter((id) => {
          const info = this.getModuleInfo(id);
          return info?.isEntry || (info?.dynamicImporters.length ?? 0) > 0;
        });
        scripts[file.fileName] = {
          imports: file.imports,
          entries: entries.map((id) => path.relative(root, id)),
          parts,
        };
      }
    },
    closeBundle() {
      mkdirSync(path.dirname(SCRIPTS_FILE), { recursive: true });
      writeFileSync(SCRIPTS_FILE, JSON.stringify(scripts));
    },
  };
}
