import { defineConfig } from 'oxlint';

const TESTS = ['**/*.test.ts', '**/*.testing.ts', 'test/**', 'e2e/**'];

type Pattern = { regex: string; message: string };

const forbidPackages = (...patterns: Pattern[]) => ({
  'no-restricted-imports': ['error' as const, { patterns }] as ['error', { patterns: Pattern[] }],
});

const RUNS_ANYWHERE = forbidPackages({
  regex:
    '^(node:|react$|react-dom|react/|drizzle-orm|pg$|pg-boss|hono|@hono/|@mantine/|@tanstack/)',
  message:
    'This runs in the browser and on the server: zod and #src/lib only. I/O belongs into server/ or platform/, React into ui/.',
});
const RUNS_IN_BROWSER = forbidPackages(
  {
    regex: '^(node:|drizzle-orm|pg$|pg-boss|@hono/|sharp$)',
    message: 'Screens run in the browser: ask the API through #src/client/client.ts.',
  },
  { regex: '^sonner$', message: 'Toasts load after the page: #src/ui/elements/toast.ts.' },
);

export default defineConfig({
  options: { typeAware: true, reportUnusedDisableDirectives: 'error', denyWarnings: true },
  jsPlugins: ['./lint/plugin.ts'],
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
    'import/no-cycle': ['error', { ignoreTypes: false }],
    // Rules for imports and table names: lint/architecture.ts.
    'architecture/boundaries': 'error',
    'architecture/own-tables': 'error',
    'architecture/folder-size': 'error',
    'architecture/exported-functions': 'error',
    // Formatters are made in src/lib/locale: lint/locale.ts.
    'architecture/locale': 'error',
    // Terms that docs/glossary.md replaces: lint/vocabulary.ts.
    'architecture/vocabulary': 'error',
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
    'max-lines': ['error', { max: 400 }],
    // Factories return closures that callers destructure; none uses `this`.
    'typescript/unbound-method': 'off',
    'typescript/no-misused-spread': ['error', { allow: [{ from: 'lib', name: 'string' }] }],
    // The React compiler is not used, and browser storage is read after hydration.
    'react/preserve-manual-memoization': 'off',
    'react/set-state-in-effect': 'off',
    // role="status" on any element is announced like <output>.
    'jsx-a11y/prefer-tag-over-role': 'off',
    // Uploaded videos have no captions.
    'jsx-a11y/media-has-caption': 'off',
    'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
  },
  overrides: [
    {
      files: ['src/**/*.tsx'],
      rules: {
        'max-lines-per-function': ['error', { max: 150, skipBlankLines: true, skipComments: true }],
      },
    },
    // Hooks contain the state of a component with all its changes.
    {
      files: ['src/features/*/*/ui/**/*.ts'],
      rules: {
        'max-lines-per-function': ['error', { max: 100, skipBlankLines: true, skipComments: true }],
      },
    },
    // The list of operations is one function with many short declarations.
    { files: ['src/**/*.api.ts'], rules: { 'max-lines-per-function': 'off' } },
    {
      files: ['src/web/routes/**'],
      rules: {
        'unicorn/filename-case': 'off',
        // One file per address, without a limit.
        'architecture/folder-size': 'off',
      },
    },
    // Functions named use… are not hooks here.
    {
      files: [
        'src/platform/**',
        'src/lib/**',
        'src/features/*/*/server/**',
        'src/server/**',
        'scripts/**',
      ],
      rules: { 'react/rules-of-hooks': 'off', 'react/exhaustive-deps': 'off' },
    },
    { files: ['src/lib/**', 'src/features/*/*/*.ts'], rules: RUNS_ANYWHERE },
    { files: ['src/ui/**', 'src/features/*/*/ui/**', 'src/web/routes/**'], rules: RUNS_IN_BROWSER },
    {
      files: [
        '*.config.ts',
        'lint/plugin.ts',
        'src/web/entry-*',
        'src/web/router.tsx',
        'src/css.d.ts',
        'test/global-setup.ts',
        'e2e/support/**',
      ],
      rules: { 'import/no-default-export': 'off' },
    },
    { files: ['scripts/**', 'bench/**', 'e2e/**', '.ci/**'], rules: { 'no-console': 'off' } },
    // Benchmarks and seeds may use all tables.
    {
      files: ['scripts/**', 'bench/**', 'src/demo/**'],
      rules: { 'architecture/own-tables': 'off', 'architecture/folder-size': 'off' },
    },
    // The list of forbidden terms.
    { files: ['lint/vocabulary.ts'], rules: { 'architecture/vocabulary': 'off' } },
    // The generated route tree and the router import each other.
    { files: ['src/web/router.tsx'], rules: { 'import/no-cycle': 'off' } },
    {
      files: TESTS,
      plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'vitest'],
      rules: {
        'no-restricted-imports': 'off',
        'architecture/boundaries': 'off',
        'architecture/own-tables': 'off',
        'architecture/locale': 'off',
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
