import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the project. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * The domains of the product and their features in order of dependency: a feature may import features
 * before it and none after it.
 */
export const DOMAINS = {
  identity: [
    'accounts',
    'banned-terms',
    'special-data',
    'two-people',
    'second-factor',
    'auth',
    'email-addresses',
    'mail-preferences',
    'colleagues',
    'tags',
    'fan-sign-up',
    'profile',
  ],
  agency: ['applications', 'influencers', 'verification-providers', 'performers'],
  money: [
    'plans',
    'ledger',
    'payments',
    'refunds',
    'corrections',
    'disputes',
    'invoices',
    'subscriptions',
    'payment-events',
    'subscribers',
    'payment-list',
    'sandbox-billing',
    'reconciliation',
    'payees',
    'payouts',
    'payee-reports',
    'bank-files',
    'ledger-checks',
    'earnings',
  ],
  content: [
    'media',
    'blocked-files',
    'page-images',
    'avatars',
    'portfolios',
    'publication-rule',
    'posts',
    'consents',
    'vault',
    'studio',
    'planning',
    'notifications',
    'feed',
  ],
  trust: [
    'clocks',
    'policies',
    'complaints',
    'evidence',
    'strikes',
    'agreements',
    'releases',
    'reviews',
    'record-index',
    'escalations',
    'age-checks',
    'decision-log',
    'compliance-report',
    'transparency',
  ],
  work: ['tasks', 'contact', 'comments', 'automation'],
  storefront: ['marketplace', 'landing', 'influencer-page', 'search-engines', 'legal'],
  privacy: ['sealed-data', 'data-export', 'erasure', 'retention'],
  backoffice: [
    'users',
    'decisions',
    'inbox',
    'influencer-records',
    'imports',
    'banned-term-list',
    'staff-notifications',
    'saved-views',
    'app-frame',
    'dashboard',
    'audit',
    'background-jobs',
    'fan-file',
    'dispute-evidence',
    'reports',
  ],
} as const;

/** All features as `domain/feature`, in order. */
export const FEATURES: readonly string[] = Object.entries(DOMAINS).flatMap(([domain, features]) =>
  features.map((feature) => `${domain}/${feature}`),
);

/** The maximum number of source files in a folder, without tests and styles. */
export const FOLDER_SIZE = 40;

export type FeaturePart = 'shared' | 'server' | 'ui';
export type SourceLocation =
  | { layer: 'feature'; feature: string; part: FeaturePart }
  | { layer: 'lib' | 'platform' | 'ui' | 'client' | 'web' | 'server' | 'demo' | 'other' };

/** The layer or feature of a file. @param file path from the root of the project */
export function locateSource(file: string): SourceLocation {
  const feature = /^src\/features\/([^/]+\/[^/]+)\/(?:(server|ui)\/)?/.exec(file);
  if (feature) {
    return {
      layer: 'feature',
      feature: feature[1]!,
      part: (feature[2] ?? 'shared') as FeaturePart,
    };
  }
  const layer = /^src\/(lib|platform|ui|client|web|server|demo)\//.exec(file)?.[1];
  return { layer: (layer ?? 'other') as Exclude<SourceLocation['layer'], 'feature'> };
}

const LAYERS: Record<
  Exclude<SourceLocation['layer'], 'feature' | 'other'>,
  SourceLocation['layer'][]
> = {
  lib: [],
  platform: ['lib'],
  ui: ['lib'],
  // The client uses the types of all operations, but communicates over HTTP.
  client: ['lib', 'server'],
  web: ['lib', 'ui', 'client', 'feature'],
  server: ['lib', 'platform', 'feature'],
  demo: ['lib', 'platform', 'feature', 'server'],
};

const PARTS: Record<
  FeaturePart,
  { layers: SourceLocation['layer'][]; parts: FeaturePart[]; advice: string }
> = {
  shared: {
    layers: ['lib'],
    parts: ['shared'],
    advice: 'Shapes and rules know src/lib and other shapes alone.',
  },
  server: {
    layers: ['lib', 'platform'],
    parts: ['shared', 'server'],
    advice:
      'Server code knows no screens and no composition: share a .schema.ts or .rules.ts, or take what you need as an argument.',
  },
  ui: {
    layers: ['lib', 'ui', 'client'],
    parts: ['shared', 'ui'],
    advice:
      'Screens never import the server: call the API through src/client/client.ts, share shapes in a .schema.ts and decisions in a .rules.ts.',
  },
};

/**
 * Why one file may not import another.
 * @param file path of the importing file, from the root of the project
 * @param imported path of the imported file, likewise
 * @returns the reason with advice, or null when the import is allowed
 */
export function findImportViolation(file: string, imported: string): string | null {
  const [from, to] = [locateSource(file), locateSource(imported)];
  for (const location of [from, to]) {
    if (location.layer === 'feature' && !FEATURES.includes(location.feature)) {
      return `"${location.feature}" has no place in the order of features yet: add it to DOMAINS in lint/architecture.ts.`;
    }
  }
  if (from.layer === 'other' || to.layer === 'other') return null;
  if (from.layer !== 'feature') {
    if (to.layer === from.layer) return null;
    if (LAYERS[from.layer].includes(to.layer)) return findPartViolation(from.layer, to);
    return `src/${from.layer} does not know src/${to.layer}: move what both need down, or take it as an argument.`;
  }
  const { layers, parts, advice } = PARTS[from.part];
  if (to.layer !== 'feature') return layers.includes(to.layer) ? null : advice;
  if (!parts.includes(to.part)) return advice;
  if (FEATURES.indexOf(to.feature) <= FEATURES.indexOf(from.feature)) return null;
  return `"${to.feature}" comes after "${from.feature}" (lint/architecture.ts): move what both need down, or compose it in the later feature or in the route.`;
}

function findPartViolation(layer: string, to: SourceLocation): string | null {
  if (to.layer !== 'feature' || layer === 'demo') return null;
  if (to.part !== (layer === 'web' ? 'server' : 'ui')) return null;
  return layer === 'web' ? PARTS.ui.advice : PARTS.server.advice;
}

const TABLE = /pg(?:Table|View|MaterializedView)\(\s*'([a-z_]+)'/g;

/** Maps each table to the feature or layer of its .table.ts. */
export function readTableOwners(): Map<string, string> {
  const owners = new Map<string, string>();
  for (const file of readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.table.ts')) continue;
    const source = readFileSync(path.join(ROOT, 'src', file), 'utf8');
    for (const [, table] of source.matchAll(TABLE)) owners.set(table!, ownerOf(`src/${file}`));
  }
  return owners;
}

/** The feature of a file, or its layer. */
export function ownerOf(file: string): string {
  const location = locateSource(file);
  return location.layer === 'feature' ? location.feature : location.layer;
}

let tableOwners: Map<string, string> | undefined;
const NAMED_TABLE = /\b(?:from|join|update|into|using)\s+(?:only\s+)?"?([a-z][a-z_]+)"?/gi;

/** Finds the tables that a piece of SQL names and that somebody else than `owner` declares. */
export function findForeignTables(sql: string, owner: string): [table: string, owner: string][] {
  const owners = (tableOwners ??= readTableOwners());
  return [...sql.matchAll(NAMED_TABLE)].flatMap(([, table]) => {
    const tableOwner = owners.get(table!);
    return tableOwner && tableOwner !== owner ? [[table!, tableOwner] as [string, string]] : [];
  });
}
