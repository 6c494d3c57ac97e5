import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';
import type { Role } from '#src/lib/roles.ts';

type Graph = Rolldown.ChunkingContext;
type Group = Rolldown.CodeSplittingGroup;
type Audience = 'fan' | 'influencer' | 'backOffice';
/** How many forms, static pages, screens of an audience and late parts of screens load a module. */
type Kind = 'forms' | 'pages' | Audience | 'late';
type Users = Record<Kind, number> & { screens: Set<string> };

const AUDIENCES = ['fan', 'influencer', 'backOffice'] as const;
const AUDIENCE_OF: Record<Role, Audience> = {
  subscriber: 'fan',
  influencer: 'influencer',
  staff: 'backOffice',
  admin: 'backOffice',
};
/** Screens that everyone opens, and that therefore declare no roles. */
const OPEN_TO_ALL = /\/_app\/dashboard\.tsx$/;
/** Modules of fewer screens are not worth loading by all of them. */
const COMMON = 4;
/** Modules of more source text, in characters, are not worth loading by screens that do not use them. */
const HEAVY = 50_000;

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

/**
 * The only audience of a screen, or null for a screen of several.
 * @throws when the route does not declare the roles that may open it
 */
function audienceOf(route: string): Audience | null {
  const file = route.split('?', 1)[0]!;
  if (OPEN_TO_ALL.test(file)) return null;
  const declared = /\brequireRole\(('.+?)\)/.exec(readFileSync(file, 'utf8'))?.[1];
  const roles = [...(declared ?? '').matchAll(/'(\w+)'/g)].map(([, role]) => role as Role);
  const audiences = new Set(roles.map((role) => AUDIENCE_OF[role]));
  if (audiences.size === 0 || audiences.has(undefined!)) {
    throw new Error(
      `${file} must declare who may open the screen, such as beforeLoad: requireRole('influencer'), ` +
        'because screens share files with the other screens of their users (scripts/chunks.ts).',
    );
  }
  return audiences.size === 1 ? [...audiences][0]! : null;
}

function countUsers(graph: Graph): Map<string, Users> {
  const users = new Map<string, Users>();
  const count = (modules: Set<string>, kinds: readonly Kind[], screen?: string) => {
    for (const id of modules) {
      const counts = users.get(id) ?? {
        forms: 0,
        pages: 0,
        fan: 0,
        influencer: 0,
        backOffice: 0,
        late: 0,
        screens: new Set<string>(),
      };
      for (const kind of kinds) counts[kind]++;
      if (screen) counts.screens.add(screen);
      users.set(id, counts);
    }
  };
  const countRoute = (id: string, { frame, screen }: Record<string, string>) => {
    const modules = findLoaded(id, graph);
    if (screen === '_app') count(modules, AUDIENCES);
    else if (frame) countScreen(id, modules);
    else if (![...modules].some((each) => each.endsWith('/form-root.tsx'))) {
      count(modules, ['pages']);
    }
    for (const late of findLoadedLater(modules, graph)) count(findLoaded(late, graph), ['late']);
  };
  const countScreen = (id: string, modules: Set<string>) => {
    const audience = audienceOf(id);
    count(modules, audience ? [audience] : [], id);
  };
  const entry = findLoaded(ENTRY, graph);
  for (const id of findLoadedLater(entry, graph)) {
    const modules = findLoaded(id, graph);
    if (id !== APP) {
      // Every form loads this entry, too.
      count(new Set([...modules, ...findLoaded(FORM, graph)]), ['forms']);
      continue;
    }
    count(modules, AUDIENCES);
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

/** The groups of screens that share more than a little code which few others load, such as an editor. */
function findHeavySharers(users: Map<string, Users>, graph: Graph): Set<string>[] {
  const sharers = new Map<string, { screens: Set<string>; size: number }>();
  for (const [id, counts] of users) {
    if (fileOf(counts, id) !== 'studio') continue;
    const { screens } = counts;
    const key = [...screens].sort().join();
    const size = (sharers.get(key)?.size ?? 0) + (graph.getModuleInfo(id)?.code?.length ?? 0);
    sharers.set(key, { screens, size });
  }
  return [...sharers.values()].filter(({ size }) => size > HEAVY).map(({ screens }) => screens);
}

/**
 * Groups modules into a dozen files by who loads them, because over a slow connection each file costs
 * a round trip: forms load none of the app, and static pages none of its styles.
 */
export function chunkGroups(): Group[] {
  let users: Map<string, Users> | undefined;
  let heavySharers: Set<string>[] = [];
  const byUsers = (id: string, graph: Graph) => {
    if (!users) {
      users = countUsers(graph);
      heavySharers = findHeavySharers(users, graph);
    }
    const counts = users.get(id);
    const file = counts ? fileOf(counts, id) : null;
    const isHeavy = (sharers: Set<string>) =>
      [...counts!.screens].every((each) => sharers.has(each));
    return file === 'studio' && heavySharers.some(isHeavy) ? null : file;
  };
  return [
    { name: 'icons', test: ICONS, minShareCount: 6 },
    { name: 'more-icons', test: ICONS },
    { name: byUsers },
  ].map((group) => ({ ...group, includeDependenciesRecursively: false }));
}
