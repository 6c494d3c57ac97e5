import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type Graph = Rolldown.ChunkingContext;
type Group = Rolldown.CodeSplittingGroup;
type Audience = 'fan' | 'influencer' | 'backOffice';
/** How many forms, static pages, screens of an audience and late parts of screens load a module. */
type Users = Record<'forms' | 'pages' | Audience | 'late', number>;

const AUDIENCES = ['fan', 'influencer', 'backOffice'] as const;
/** Who opens a screen; the back office opens the others. */
const SCREENS: Record<string, Audience> = {
  'my-feed': 'fan',
  'my-subscriptions': 'fan',
  marketplace: 'fan',
  'receipts.$id': 'fan',
  'subscriptions.$influencerId': 'fan',
  earnings: 'influencer',
  'my-content': 'influencer',
  'my-payouts': 'influencer',
  'my-tasks': 'influencer',
  'statements.$payoutId': 'influencer',
};
/** Modules of fewer screens are not worth loading by all of them. */
const COMMON = 4;

const [ENTRY, APP, FORM] = ['client', 'app', 'form'].map((name) =>
  fileURLToPath(new URL(`../src/web/entry-${name}.tsx`, import.meta.url)),
) as [string, string, string];
const ROUTE = /\/src\/web\/routes\/(?<frame>_app\/)?(?<screen>[^?]+)\.tsx\?tsr-split=/;
const ICONS = /[\\/]node_modules[\\/]lucide-react[\\/]/;
const REACT = /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/;

/** The modules that load together with `root`, except icons: their index would lead to all of them. */
function findLoaded(root: string, graph: Graph): Set<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id) || ICONS.test(id)) return;
    found.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  visit(root);
  return found;
}

function findLoadedLater(modules: Set<string>, graph: Graph): string[] {
  return [...modules].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
}

function countUsers(graph: Graph): Map<string, Users> {
  const users = new Map<string, Users>();
  const count = (modules: Set<string>, ...kinds: (keyof Users)[]) => {
    for (const id of modules) {
      const counts = users.get(id) ?? {
        forms: 0,
        pages: 0,
        fan: 0,
        influencer: 0,
        backOffice: 0,
        late: 0,
      };
      for (const kind of kinds) counts[kind]++;
      users.set(id, counts);
    }
  };
  const countRoute = (id: string, { frame, screen }: Record<string, string>) => {
    const modules = findLoaded(id, graph);
    if (screen === '_app') count(modules, ...AUDIENCES);
    else if (frame) count(modules, SCREENS[screen!] ?? 'backOffice');
    else if (![...modules].some((each) => each.endsWith('/form-root.tsx'))) count(modules, 'pages');
    for (const late of findLoadedLater(modules, graph)) count(findLoaded(late, graph), 'late');
  };
  const entry = findLoaded(ENTRY, graph);
  for (const id of findLoadedLater(entry, graph)) {
    const modules = findLoaded(id, graph);
    if (id !== APP) {
      // Every form loads this entry, too.
      count(new Set([...modules, ...findLoaded(FORM, graph)]), 'forms');
      continue;
    }
    count(modules, ...AUDIENCES);
    for (const route of findLoadedLater(modules, graph)) {
      const match = ROUTE.exec(route);
      if (match) countRoute(route, match.groups!);
    }
  }
  for (const id of entry) users.delete(id);
  return users;
}

/**
 * The file of a module, by who loads it. Whoever loads a module also loads what it imports, so a file
 * imports only files that at least as many load, and no two files import each other. `null` leaves
 * a module to the bundler, which puts it into the file of its only user.
 */
function fileOf(users: Users, id: string): string | null {
  const { forms, pages, fan, influencer, backOffice, late } = users;
  const audiences = AUDIENCES.filter((audience) => users[audience] > 0);
  if (REACT.test(id)) return 'react';
  if (forms > 0 && pages > 0) return 'public';
  if (forms > 0) return forms > 2 || fan > 0 ? 'forms' : null;
  // Static pages include the styles of the files that they share with screens, so these stay apart.
  if (pages > 0) {
    const hasStyles = id.includes('/src/');
    return audiences.length > (hasStyles ? 2 : 0) ? 'site' : null;
  }
  if (fan > 1 || (fan > 0 && audiences.length > 1)) return 'app';
  if (late > 0) return null;
  if (audiences.length > 1) return influencer + backOffice >= COMMON ? 'agency' : 'studio';
  if (backOffice > 0) return backOffice >= COMMON ? 'back-office' : null;
  return influencer > 1 ? 'influencer' : null;
}

/**
 * Groups modules into a dozen files by who loads them, because over a slow connection each file costs
 * a round trip: forms load none of the app, and static pages none of its styles.
 */
export function chunkGroups(): Group[] {
  let users: Map<string, Users> | undefined;
  const byUsers = (id: string, graph: Graph) => {
    users ??= countUsers(graph);
    const counts = users.get(id);
    return counts ? fileOf(counts, id) : null;
  };
  return [
    { name: 'icons', test: ICONS, minShareCount: 6 },
    { name: 'more-icons', test: ICONS },
    { name: byUsers },
  ].map((group) => ({ ...group, includeDependenciesRecursively: false }));
}
