import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { parseAst } from 'vite';

/** Packages whose entry only names modules of the package, and that modules import by their names. */
const BARRELS = /^(@mantine\/(core|dates|form|hooks)|lucide-react)$/;
const NAMED = /from\s*["'](@mantine\/|lucide-react)/;

type Origin = { file: string; name: string };
type Program = ReturnType<typeof parseAst>;
type Names = Extract<Program['body'][number], { type: 'ImportDeclaration' }>['specifiers'];

const nameOf = (node: { name: string } | { value: unknown }) =>
  'name' in node ? node.name : String(node.value);

/** Where the exports of an entry come from. */
async function readOrigins(entry: string): Promise<Map<string, Origin>> {
  const imported = new Map<string, Origin>();
  const exported = new Map<string, Origin>();
  for (const statement of parseAst(await readFile(entry, 'utf8')).body) {
    if (statement.type === 'ImportDeclaration') {
      const file = path.resolve(entry, '..', statement.source.value);
      for (const each of statement.specifiers) {
        const name = importedName(each);
        if (name) imported.set(each.local.name, { file, name });
      }
    } else if (statement.type === 'ExportNamedDeclaration') {
      const file = statement.source && path.resolve(entry, '..', statement.source.value);
      for (const { local, exported: as } of statement.specifiers) {
        const origin = file ? { file, name: nameOf(local) } : imported.get(nameOf(local));
        if (origin) exported.set(nameOf(as), origin);
      }
    }
  }
  return exported;
}

/** The name of an export, or null for a whole module. */
function importedName(specifier: Names[number]): string | null {
  if (specifier.type === 'ImportSpecifier') return nameOf(specifier.imported);
  return specifier.type === 'ImportDefaultSpecifier' ? 'default' : null;
}

/**
 * Imports from the module that declares a name instead of from the entry of its package: through the
 * entries every screen would seem to load all components and icons, so that they could not be
 * distributed over files by who loads them.
 */
export function directImports(): Plugin {
  const origins = new Map<string, Promise<Map<string, Origin>>>();
  const originsOf = async (context: Rolldown.PluginContext, source: string, importer: string) => {
    const entry = (await context.resolve(source, importer))!.id;
    if (!origins.has(entry)) origins.set(entry, readOrigins(entry));
    return origins.get(entry)!;
  };
  return {
    name: 'direct-imports',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    transform: {
      filter: { id: /\.m?[jt]sx?(\?|$)/, code: NAMED },
      async handler(code, id) {
        let result = code;
        for (const statement of this.parse(code).body.toReversed()) {
          if (statement.type !== 'ImportDeclaration' || !BARRELS.test(statement.source.value)) {
            continue;
          }
          const exported = await originsOf(this, statement.source.value, id);
          const imports = statement.specifiers.map((specifier) => {
            const origin = exported.get(importedName(specifier) ?? '');
            if (!origin)
              throw new Error(`${id} imports more than names of ${statement.source.value}.`);
            return `import { ${origin.name} as ${specifier.local.name} } from ${JSON.stringify(origin.file)};`;
          });
          result =
            result.slice(0, statement.start) + imports.join(' ') + result.slice(statement.end);
        }
        return { code: result, map: null };
      },
    },
  };
}
