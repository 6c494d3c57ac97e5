import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';
import type { Role } from '#src/lib/roles.ts';

type Graph = Rolldown.ChunkingContext;
type Group = Rolldown.CodeSplittingGroup;
type Audience = 'fan' | 'influencer' | 'backOffice';
/** How often the frame, static pages, forms, screens, some of them and those of an audience load a module. */
type Kind = 'frame' | 'pages' | 'forms' | 'screens' | 'dashboard' | 'my-feed' | Audience;
type Users = Record<Kind, number>;

const AUDIENCE_OF: Record<Role, Audience> = {
  subscriber: 'fan',
  influencer: 'influencer',
  staff: 'backOffice',
  admin: 'backOffice',
};
/** Screens that influencers and the back office open, and that therefore declare no roles. */
const OPEN_TO_BOTH = /\/_app\/dashboard\.tsx$/;
/** The first screens after signing in: they load nothing that they do not need. */
const HOMES = ['dashboard', 'my-feed'] as const;
/** Large modules of fewer screens are not worth loading by all of an audience. */
const COMMON = 4;
/** What adds less to a file, in characters of source text, is not worth a request. */
const LARGE = 4_000;
/** What is too large for screens that do not use it, or in files of its own because forms use it, too. */
const LIBRARIES = {
  dialogs: /\/components\/(Modal|ModalBase|Drawer)\/|\/react-remove-scroll\//,
  inputs:
    /\/@mantine\/form\/|\/components\/(Combobox|InputBase|NumberInput|PasswordInput|Textarea)\//,
  dates: /\/@mantine\/dates\/|\/dayjs\//,
  sorting: /\/@dnd-kit\/|\/@preact\/signals-core\//,
  uploads: /\/tus-js-client\/|\/js-base64\/|\/url-parse\//,
  zoom: /\/react-zoom-pan-pinch\//,
  tables: /\/papaparse\//,
  passwords: /\/password-strength\.tsx/,
};

const [ENTRY, APP] = ['client', 'app'].map((name) =>
  fileURLToPath(new URL(`../src/web/entry-${name}.tsx`, import.meta.url)),
) as [string, string];
const ROUTE = /\/src\/web\/routes\/(?<frame>_app\/)?(?<screen>[^?]+)\.tsx\?tsr-split=/;
const REACT = /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/;

/** Modules that may have styles. */
const STYLED = /\.(tsx|css)(\?|$)|\/@mantine\//;

/** The modules that load together with `root`. */
export function findLoaded(root: string, graph: Graph): Set<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  visit(root);
  return found;
}

function findLoadedLater(modules: Set<string>, graph: Graph): string[] {
  return [...modules].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
}

/** @throws when the route does not declare the roles that may open it */
function audiencesOf(route: string): Audience[] {
  const file = route.split('?', 1)[0]!;
  if (OPEN_TO_BOTH.test(file)) return ['influencer', 'backOffice'];
  const declared = /\brequireRole\(('.+?)\)/.exec(readFileSync(file, 'utf8'))?.[1];
  const roles = [...(declared ?? '').matchAll(/'(\w+)'/g)].map(([, role]) => role as Role);
  const audiences = new Set(roles.map((role) => AUDIENCE_OF[role]));
  if (audiences.size === 0 || audiences.has(undefined!)) {
    throw new Error(
      `${file} must declare who may open the screen, such as beforeLoad: requireRole('influencer'), ` +
        'because screens share files with the other screens of their users (scripts/chunks.ts).',
    );
  }
  return [...audiences];
}

function countUsers(graph: Graph): Map<string, Users> {
  const users = new Map<string, Users>();
  const count = (modules: Set<string>, kind: Kind) => {
    for (const id of modules) {
      const counts = users.get(id) ?? {
        frame: 0,
        pages: 0,
        forms: 0,
        screens: 0,
        dashboard: 0,
        'my-feed': 0,
        fan: 0,
        influencer: 0,
        backOffice: 0,
      };
      counts[kind]++;
      users.set(id, counts);
    }
  };
  const countRoute = (id: string, { frame, screen }: Record<string, string>) => {
    const modules = findLoaded(id, graph);
    if (screen === '_app') count(modules, 'frame');
    else if (frame) {
      count(modules, 'screens');
      for (const home of HOMES) if (screen === home) count(modules, home);
      for (const audience of audiencesOf(id)) count(modules, audience);
    } else {
      const hasForm = [...modules].some((each) => each.endsWith('/form-root.tsx'));
      count(modules, hasForm ? 'forms' : 'pages');
    }
  };
  const app = findLoaded(APP, graph);
  count(app, 'frame');
  for (const route of findLoadedLater(app, graph)) {
    const match = ROUTE.exec(route);
    if (match) countRoute(route, match.groups!);
  }
  // The frame loads the file of the site, and so what this file imports.
  const site = [...users.keys()].filter((id) => fileOf(users.get(id)!, id, false) === 'site');
  for (const id of site) count(findLoaded(id, graph), 'frame');
  for (const id of findLoaded(ENTRY, graph)) users.delete(id);
  return users;
}

/**
 * The file of a module, by who loads it. Whoever loads a module also loads what it imports, so a file
 * imports only files that at least as many load, and no two files import each other. `null` leaves
 * a module to the bundler, which puts it into the file of its only user.
 */
function fileOf(users: Users, id: string, isLarge: boolean): string | null {
  const { frame, pages, forms, screens, dashboard, fan, influencer, backOffice } = users;
  const feed = users['my-feed'];
  const audiences = [fan, influencer, backOffice].filter((count) => count > 0).length;
  if (REACT.test(id)) return 'react';
  // Public pages include the styles of the files that they share with screens, so these stay apart.
  if (pages > 0 || forms > 0) {
    const hasStyles = STYLED.test(id);
    if (frame > 0 || (dashboard > 0 && !hasStyles)) return 'site';
    if (!hasStyles) return screens > 1 ? 'lib' : null;
    return pages > 0 && audiences > 2 ? 'site' : null;
  }
  if (frame > 0 || (dashboard > 0 && feed > 0)) return 'app';
  if (feed > 0 && audiences < 2) return 'my-feed';
  if (screens < 2) return null;
  if (dashboard > 0) return 'home';
  if (fan > 0) return audiences > 1 ? 'screens' : 'fan';
  const isCommon = screens >= COMMON || !isLarge;
  if (influencer > 0 && backOffice > 0) return isCommon ? 'agency' : 'studio';
  if (influencer > 0) return 'influencer';
  return isCommon ? 'back-office' : null;
}

/** Of what loads together with a module: its large libraries and what few screens load. */
function findLarge(id: string, users: Map<string, Users>, graph: Graph) {
  const isOptional = (each: string) => !users.get(each)?.frame;
  const loaded = [...findLoaded(id, graph)].filter(isOptional);
  const libraries = Object.entries(LIBRARIES)
    .filter(([, library]) => loaded.some((each) => library.test(each)))
    .map(([name]) => name);
  const rare = loaded.filter((each) => (users.get(each)?.screens ?? 0) < COMMON);
  const size = rare.reduce((sum, each) => sum + (graph.getModuleInfo(each)?.code?.length ?? 0), 0);
  return { libraries, isLarge: size > LARGE };
}

/**
 * Groups modules into a dozen files by who loads them, because over a slow connection each file costs
 * a round trip: static pages load none of the styles of the app, and screens no large library that
 * they do not use.
 */
export function chunkGroups(): Group[] {
  let users: Map<string, Users> | undefined;
  const name = (id: string, graph: Graph) => {
    users ??= countUsers(graph);
    const counts = users.get(id);
    if (!counts) return null;
    const { libraries, isLarge } = findLarge(id, users, graph);
    const file = fileOf(counts, id, isLarge);
    const isWhole = counts.frame > 0 || counts.dashboard > 0 || file === 'my-feed';
    return file && !isWhole ? [file, ...libraries].join('-') : file;
  };
  return [{ name, debugName: 'users', includeDependenciesRecursively: false }];
}
