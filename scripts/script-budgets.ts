import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPages } from './build.ts';
import { SCRIPTS_FILE, type BuiltScripts } from './record-scripts.ts';

/** What the scripts of a build weigh, or may weigh. */
export type Weights = {
  /** The bytes after gzip of a larger script, or of all scripts that load with a page. */
  sizes: Record<string, number>;
  /** The larger scripts of a page. */
  loads: Record<string, string[]>;
  /** The sizes of packages and folders, in characters before minification. */
  parts: Record<string, number>;
};

const BUDGETS_FILE = fileURLToPath(new URL('script-budgets.json', import.meta.url));
/** Smaller scripts need no budget of their own. */
const SMALL = 10_000;
/** Smaller parts, and parts that grew by less, are not worth a name. */
const NOTABLE = 500;
/** How much more than today is allowed. */
const ROOM = 1.03;

const SCREEN = /^src\/web\/routes\/_app\/(.+)\.tsx\?tsr-split=component$/;
const FORM = /^src\/features\/.+\/([^/]+)\.tsx$/;

/** All files that load together with these. */
function findFiles(scripts: BuiltScripts, roots: string[]): Set<string> {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    scripts[file]?.imports.forEach(visit);
  };
  roots.forEach(visit);
  return found;
}

/** The name of a script without the hash of its content. */
const nameOf = (file: string) => path.basename(file).replace(/-[\w-]{8}\.js$/, '');

function addParts(scripts: BuiltScripts): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const { parts } of Object.values(scripts)) {
    for (const [part, size] of Object.entries(parts)) sum[part] = (sum[part] ?? 0) + size;
  }
  return Object.fromEntries(Object.entries(sum).filter(([, size]) => size > NOTABLE));
}

/** Weighs each larger script, each signed-in screen with its frame, and each form of a public page. */
export function weighScripts(scripts: BuiltScripts, sizeOf: (file: string) => number): Weights {
  const weights: Weights = { sizes: {}, loads: {}, parts: addParts(scripts) };
  const weighPage = (name: string, files: string[]) => {
    weights.sizes[name] = files.reduce((sum, file) => sum + sizeOf(file), 0);
    const large = files.filter((file) => sizeOf(file) > SMALL);
    weights.loads[name] = large.map(nameOf).toSorted();
  };
  const filesOf = (names: string[]) => {
    const modules = new Set(names.map((name) => `src/web/${name}`));
    return Object.keys(scripts).filter((file) =>
      scripts[file]!.entries.some((entry) => modules.has(entry)),
    );
  };
  const frame = filesOf([
    'entry-client.tsx',
    'entry-app.tsx',
    'routes/_app.tsx?tsr-split=component',
  ]);
  const form = filesOf(['entry-form.tsx', 'hydrate-form.tsx']);
  const loadedByForms = findFiles(scripts, form);
  for (const [file, { entries, imports }] of Object.entries(scripts)) {
    if (sizeOf(file) > SMALL) weights.sizes[`script ${nameOf(file)}`] = sizeOf(file);
    for (const entry of entries) {
      const screen = SCREEN.exec(entry)?.[1];
      if (screen) weighPage(`screen ${screen}`, [...findFiles(scripts, [...frame, file])]);
      const name = FORM.exec(entry)?.[1];
      const isForm = name && imports.some((each) => loadedByForms.has(each));
      if (isForm) weighPage(`form ${name}`, [...findFiles(scripts, [...form, file])]);
    }
  }
  return weights;
}

/** Says what is larger than its budget, which scripts it did not load before, and which parts grew. */
export function findExcess(weights: Weights, budgets: Weights): string[] {
  const grown = Object.entries(weights.parts)
    .map(([part, size]) => ({ part, by: size - (budgets.parts[part] ?? 0) }))
    .filter(({ by }) => by > NOTABLE)
    .toSorted((a, b) => b.by - a.by)
    .map(({ part, by }) => `  grown: ${part} by ${by}`);
  const excess = Object.entries(weights.sizes).flatMap(([name, size]) => {
    const limit = budgets.sizes[name] ?? SMALL;
    if (size <= limit) return [];
    const before = budgets.loads[name] ?? [];
    const added = (weights.loads[name] ?? []).filter((script) => !before.includes(script));
    return [
      `${name}: ${size} bytes after gzip, at most ${limit}`,
      ...added.map((script) => `  loads now: ${script}`),
    ];
  });
  return excess.length > 0 ? [...excess, ...grown] : [];
}

function weighBuild(): Weights {
  const scripts = JSON.parse(readFileSync(SCRIPTS_FILE, 'utf8')) as BuiltScripts;
  const client = path.join(path.dirname(SCRIPTS_FILE), 'client');
  return weighScripts(scripts, (file) => statSync(path.join(client, `${file}.gz`)).size);
}

/** Compares the built scripts with their budgets. @returns what is too large, in lines */
export function checkScriptSizes(): string[] {
  return findExcess(weighBuild(), JSON.parse(readFileSync(BUDGETS_FILE, 'utf8')) as Weights);
}

const sorted = <T>(record: Record<string, T>) =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => a.localeCompare(b)));

/** Sets the budgets slightly above the sizes of the build. */
function writeBudgets({ sizes, loads, parts }: Weights): void {
  const limits = Object.entries(sizes).map(([name, size]) => [
    name,
    Math.ceil((size * ROOM) / 100) * 100,
  ]);
  const budgets = {
    sizes: sorted(Object.fromEntries(limits) as Record<string, number>),
    loads: sorted(loads),
    parts: sorted(parts),
  };
  writeFileSync(BUDGETS_FILE, `${JSON.stringify(budgets, null, 2)}\n`);
}

if (import.meta.main) {
  await buildPages();
  writeBudgets(weighBuild());
}
