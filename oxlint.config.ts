import { readdirSync } from 'node:fs';
import { defineConfig } from 'oxlint';

// Server code of a feature may import that of the features before it.
const FEATURES = [
  'accounts',
  'applications',
  'influencers',
  'tasks',
  'plans',
  'ledger',
  'billing',
  'subscriptions',
  'payouts',
  'posts',
  'media',
  'notifications',
  'feed',
  'marketplace',
  'landing',
  'contact',
  'legal',
  'dashboard',
  'audit',
];
const TESTS = ['**/*.test.ts', '**/*.testing.ts', 'test/**', 'e2e/**'];

const ENTRIES = readdirSync(new URL('src/', import.meta.url));
// The linter's expressions know no look-ahead, so what is forbidden is listed.
const allBut = (...allowed: string[]) => {
  const others = ENTRIES.filter((entry) => !allowed.includes(entry));
  return `^#src/(${others.map((entry) => entry.replaceAll('.', '\\.')).join('|')})(/|$)`;
};

type Pattern = { regex: string; message: string };

const onlyImports = (...patterns: [regex: string, message: string][]) => ({
  'no-restricted-imports': [
    'error' as const,
    { patterns: patterns.map(([regex, message]): Pattern => ({ regex, message })) },
  ] as ['error', { patterns: Pattern[] }],
});

const RUNS_ANYWHERE: [string, string] = [
  '^(node:|react$|react-dom|react/|drizzle-orm|pg$|pg-boss|hono|@hono/|@mantine/|@tanstack/)',
  'This runs in the browser and on the server: zod and #src/lib only. I/O belongs into server/ or platform/, React into ui/.',
];
const STAYS_HOME: [string, string] = [
  '^\\.\\./',
  'A relative import stays in its folder; write #src/lib/… for what is shared.',
];
const ONLY_LIB: [string, string] = [
  allBut('lib'),
  'This folder knows #src/lib alone: take what you need as an argument, or move this file into its feature.',
];
const BROWSER_ONLY: [string, string] = [
  '^(node:|drizzle-orm|pg$|pg-boss|better-auth|@hono/|sharp$)',
  'Screens run in the browser: ask the API through #src/web/client.ts.',
];

function serverRules(feature: string) {
  const later = FEATURES.slice(FEATURES.indexOf(feature) + 1);
  const patterns: [string, string][] = [
    [`^#src/features/${feature}/`, 'Within a feature imports are relative.'],
    ['^\\.\\./\\.\\./', 'Write #src/… for what lies outside the feature.'],
    [
      '^\\.\\./ui/|^#src/features/[^/]+/ui/',
      'The server knows no screens: share a .schema.ts or .rules.ts.',
    ],
    [
      allBut('platform', 'lib', 'features'),
      'Features are composed by src/*.ts: take what you need as an argument (see services.ts).',
    ],
  ];
  if (later.length > 0) {
    patterns.push([
      `^#src/features/(${later.join('|')})/server/`,
      `Comes after "${feature}" in the order of features (oxlint.config.ts): move this operation to the later feature, or take a function as an argument.`,
    ]);
  }
  return { files: [`src/features/${feature}/server/**`], rules: onlyImports(...patterns) };
}

const screenRules = (feature: string) => ({
  files: [`src/features/${feature}/ui/**`],
  rules: onlyImports(
    [`^#src/features/${feature}/`, 'Within a feature imports are relative.'],
    ['^\\.\\./\\.\\./', 'Write #src/… for what lies outside the feature.'],
    [
      `^\\.\\./server/|^#src/features/[^/]+/server/|${allBut('client.ts', 'ui', 'lib', 'features')}`,
      'Screens never import the server: call the API through #src/web/client.ts, share shapes in a .schema.ts and decisions in a .rules.ts.',
    ],
    BROWSER_ONLY,
  ),
});

export default defineConfig({
  options: { typeAware: true, reportUnusedDisableDirectives: 'error', denyWarnings: true },
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise'],
  categories: { correctness: 'error' },
  ignorePatterns: [
    'dist/**',
    'drizzle/**',
    'src/web/routeTree.gen.ts',
    'data/**',
    'screenshots/**',
  ],
  rules: {
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/no-explicit-any': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    eqeqeq: 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'no-console': 'error',
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'import/no-duplicates': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'unicorn/prefer-node-protocol': 'error',
    'react/jsx-key': 'error',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'react/button-has-type': 'error',
    'react/no-danger': 'error',
    'max-lines': ['error', { max: 300 }],
    // Factories return closures that are taken apart where they are used; none reads `this`.
    'typescript/unbound-method': 'off',
    'typescript/no-misused-spread': ['error', { allow: [{ from: 'lib', name: 'string' }] }],
    // The React compiler is not used; what a browser keeps is read after hydration.
    'react/preserve-manual-memoization': 'off',
    'react/set-state-in-effect': 'off',
    // role="status" on any element is announced just as <output> is.
    'jsx-a11y/prefer-tag-over-role': 'off',
    // Members upload their clips without captions.
    'jsx-a11y/media-has-caption': 'off',
    'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
  },
  overrides: [
    {
      files: ['src/**/*.tsx'],
      rules: {
        'max-lines-per-function': ['error', { max: 150, skipBlankLines: true, skipComments: true }],
      },
    },
    // A hook is a component's other half: state and what changes it, together.
    {
      files: ['src/features/*/ui/*.ts'],
      rules: {
        'max-lines-per-function': ['error', { max: 100, skipBlankLines: true, skipComments: true }],
      },
    },
    // An operation's list is one function: many short declarations, not one long thought.
    { files: ['src/**/*.api.ts'], rules: { 'max-lines-per-function': 'off' } },
    { files: ['src/routes/**'], rules: { 'unicorn/filename-case': 'off' } },
    // Anything named use… is a hook to these; here it is not.
    {
      files: ['src/platform/**', 'src/lib/**', 'src/features/*/server/**', 'scripts/**'],
      rules: { 'react/rules-of-hooks': 'off', 'react/exhaustive-deps': 'off' },
    },
    { files: ['src/lib/**'], rules: onlyImports(ONLY_LIB, STAYS_HOME, RUNS_ANYWHERE) },
    { files: ['src/ui/**'], rules: onlyImports(ONLY_LIB, STAYS_HOME, BROWSER_ONLY) },
    { files: ['src/platform/**'], rules: onlyImports(ONLY_LIB, STAYS_HOME) },
    {
      files: ['src/features/*/*.ts'],
      rules: onlyImports(
        [
          `^\\./(server|ui)/|^#src/features/[^/]+/(server|ui)/|${allBut('lib', 'features')}`,
          'Shapes and rules know #src/lib and other .schema.ts or .rules.ts alone.',
        ],
        STAYS_HOME,
        RUNS_ANYWHERE,
      ),
    },
    ...FEATURES.flatMap((feature) => [serverRules(feature), screenRules(feature)]),
    {
      files: ['src/routes/**'],
      rules: onlyImports(
        [
          `^#src/features/[^/]+/server/|${allBut('client.ts', 'ui', 'lib', 'features')}`,
          'A route names its page (features/*/ui) and its guard, and may use a .schema.ts; nothing of the server.',
        ],
        ['^\\.\\./', 'Write #src/… in routes.'],
        BROWSER_ONLY,
      ),
    },
    {
      files: [
        '*.config.ts',
        'src/entry-*',
        'src/css.d.ts',
        'test/global-setup.ts',
        'e2e/support/**',
      ],
      rules: { 'import/no-default-export': 'off' },
    },
    { files: ['scripts/**', 'bench/**', 'e2e/**', '.ci/**'], rules: { 'no-console': 'off' } },
    {
      files: TESTS,
      plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'vitest'],
      rules: {
        'no-restricted-imports': 'off',
        'max-lines': 'off',
        'max-lines-per-function': 'off',
        'vitest/valid-expect': ['error', { maxArgs: 2 }],
        'vitest/require-to-throw-message': 'off',
        'vitest/expect-expect': [
          'error',
          { assertFunctionNames: ['expect', 'expect*', 'fc.assert', 'assert*'] },
        ],
        'vitest/no-focused-tests': 'error',
        'vitest/no-disabled-tests': 'error',
      },
    },
  ],
});
