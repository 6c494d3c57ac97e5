import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import {
  findForeignTables,
  FOLDER_SIZE,
  ownerOf,
  locateSource,
  findImportViolation,
  ROOT,
} from './architecture.ts';
import { isForeignZone, isFormatter, isLocaleFile, isLocaleName } from './locale.ts';
import { findForbiddenTerm, findOddPhrase } from './vocabulary.ts';

type Node = { type: string };
type Comment = Node & { value: string };
type Context = {
  filename: string;
  sourceCode: { getAllComments(): Comment[] };
  report(problem: { node: Node; message: string }): void;
};
type ImportNode = Node & { source?: { value?: unknown } | null };
type NamedNode = Node & { name: string; parent?: Node & { imported?: Node; property?: Node } };
type CallNode = Node & {
  callee: Node & { name?: string };
  arguments: (Node & { value?: unknown })[];
};
type Declarator = { id: { typeAnnotation?: unknown }; init?: Node | null };
type ExportNode = Node & { declaration?: { declarations?: Declarator[] } | null };
type MemberNode = Node & { object: Node & { name?: string }; property: Node & { name?: string } };
type TemplateNode = Node & { quasis: { value: { raw: string } }[] };
type LiteralNode = Node & { value?: unknown };

const relative = (filename: string): string =>
  path.relative(ROOT, filename).replaceAll(path.sep, '/');

/** The path of an imported file from the root of the project; null for a package. */
function resolveImport(file: string, specifier: string): string | null {
  if (specifier.startsWith('#src/')) return `src/${specifier.slice(5)}`;
  if (!specifier.startsWith('.')) return null;
  return path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
}

/** The feature or folder within which files import each other by relative paths. */
function importScopeOf(file: string): string {
  const location = locateSource(file);
  return location.layer === 'feature' ? location.feature : path.posix.dirname(file);
}

function checkImport(file: string, specifier: string): string | null {
  const imported = resolveImport(file, specifier);
  if (!imported?.startsWith('src/')) return null;
  const isSameScope = importScopeOf(imported) === importScopeOf(file);
  if (isSameScope !== specifier.startsWith('.')) {
    return isSameScope
      ? 'Imports within a feature or a folder are relative.'
      : 'Write #src/… here.';
  }
  return findImportViolation(file, imported);
}

const boundaries = {
  create(context: Context) {
    const file = relative(context.filename);
    const check = (node: ImportNode): void => {
      const specifier = node.source?.value;
      const message = typeof specifier === 'string' && checkImport(file, specifier);
      if (message) context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      TSImportType: check,
    };
  },
};

const ownTables = {
  create(context: Context) {
    const owner = ownerOf(relative(context.filename));
    return {
      TemplateLiteral(node: TemplateNode) {
        // Interpolated values are imports, which the other rule checks.
        const text = node.quasis.map(({ value }) => value.raw).join(' \u0000 ');
        for (const [table, tableOwner] of findForeignTables(text, owner)) {
          const message = `The table "${table}" belongs to "${tableOwner}": write its imported table or fragment here.`;
          context.report({ node, message });
        }
      },
    };
  },
};

const sourceCounts = new Map<string, number>();
const isSource = (name: string): boolean =>
  /\.tsx?$/.test(name) && !/\.(test|testing)\.tsx?$/.test(name);

function countSources(folder: string): number {
  const cached = sourceCounts.get(folder);
  if (cached !== undefined) return cached;
  const count = existsSync(folder) ? readdirSync(folder).filter(isSource).length : 0;
  sourceCounts.set(folder, count);
  return count;
}

const folderSize = {
  create(context: Context) {
    return {
      Program(node: Node) {
        const count = countSources(path.dirname(context.filename));
        if (count <= FOLDER_SIZE || !isSource(path.basename(context.filename))) return;
        const message = `This folder holds ${count} source files, more than ${FOLDER_SIZE}: split it by behaviour.`;
        context.report({ node, message });
      },
    };
  },
};

const exportedFunctions = {
  create(context: Context) {
    return {
      ExportNamedDeclaration({ declaration }: ExportNode) {
        for (const { id, init } of declaration?.declarations ?? []) {
          // A declared type, such as that of a library's handler, gives the parameters theirs.
          if (init?.type !== 'ArrowFunctionExpression' || id.typeAnnotation) continue;
          context.report({ node: init, message: 'Export a function declaration.' });
        }
      },
    };
  },
};

/** Whether people read the texts of this file: those of screens, mails and errors. */
const hasReadableTexts = (file: string): boolean =>
  /^src\/(?!demo\/)/.test(file) && !/\.(test|testing)\.tsx?$/.test(file);

const locale = {
  create(context: Context) {
    const file = relative(context.filename);
    if (isLocaleFile(file)) return {};
    return {
      ImportDeclaration(node: ImportNode) {
        const specifier = node.source?.value;
        const imported = typeof specifier === 'string' ? resolveImport(file, specifier) : null;
        if (!isForeignZone(file, imported)) return;
        const message = 'The server names the time zone: use src/lib/locale/dates.ts.';
        context.report({ node, message });
      },
      MemberExpression(node: MemberNode) {
        if (!isFormatter(node.object.name, node.property.name)) return;
        context.report({ node, message: 'Format dates and numbers with src/lib/locale.' });
      },
      Literal(node: LiteralNode) {
        if (typeof node.value !== 'string' || !isLocaleName(node.value)) return;
        context.report({ node, message: 'Use LOCALE of src/lib/locale/locale.ts.' });
      },
    };
  },
};

const vocabulary = {
  create(context: Context) {
    const isReadable = hasReadableTexts(relative(context.filename));
    const checkText = (node: Node, text: unknown) => {
      const found = isReadable && typeof text === 'string' ? findOddPhrase(text) : null;
      if (!found) return;
      const message = `"${found.phrase}" reads oddly: write ${found.replacement}.`;
      context.report({ node, message });
    };
    const check = (node: Node, text: string) => {
      const found = findForbiddenTerm(text);
      if (!found) return;
      const message = `"${found.term}" is no term of this code base: use ${found.replacement} (docs/glossary.md).`;
      context.report({ node, message });
    };
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) check(comment, comment.value);
      },
      Identifier(node: NamedNode) {
        const { parent } = node;
        // Names of libraries and of the platform are not ours to choose.
        if (parent?.imported === node || parent?.property === node) return;
        check(node, node.name);
      },
      CallExpression({ callee, arguments: [title] }: CallNode) {
        const isTest = callee.name === 'test' || callee.name === 'describe';
        if (isTest && typeof title?.value === 'string') check(title, title.value);
      },
      Literal: (node: LiteralNode) => checkText(node, node.value),
      JSXText: (node: LiteralNode) => checkText(node, node.value),
      TemplateLiteral(node: TemplateNode) {
        // An interpolated value separates the texts around it.
        checkText(node, node.quasis.map(({ value }) => value.raw).join(' \u0000 '));
      },
    };
  },
};

export default {
  meta: { name: 'architecture' },
  rules: {
    boundaries,
    'own-tables': ownTables,
    'folder-size': folderSize,
    'exported-functions': exportedFunctions,
    locale,
    vocabulary,
  },
};
