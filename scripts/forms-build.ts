import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown, UserConfig } from 'vite';

const FORMS = 'forms';
const ENTRY = fileURLToPath(new URL('../src/web/entry-form.tsx', import.meta.url));
const ADDRESS = 'virtual:form-entry';

const ofFolder = (name: string, test: RegExp) =>
  ({ name, test, minShareCount: 3, includeDependenciesRecursively: false }) as const;

/** What many forms load, apart from what only the forms with a link or a new password do. */
const FORM_GROUPS = [
  // The entry loads this alone at once: zod, which is in the last group, has to find its setting.
  { name: 'preload', test: /preload-helper|[\\/](preload-page|when-free)\.ts$/ },
  ofFolder('mail-link', /[\\/]ui[\\/]public[\\/]mail-link[\\/]/),
  ofFolder('passwords', /[\\/]identity[\\/]auth[\\/]ui[\\/]/),
  { name: 'forms', minShareCount: 3 },
];

const FORMS_ENVIRONMENT = {
  environments: {
    [FORMS]: {
      consumer: 'client',
      build: {
        write: false,
        rolldownOptions: {
          input: { form: ENTRY },
          output: { codeSplitting: { groups: FORM_GROUPS } },
        },
      },
    },
  },
} satisfies UserConfig;

/** What the forms import of React, and what of Preact replaces it. */
const REPLACED: Record<string, string> = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
};

/**
 * Builds the forms of public pages apart from the app, with Preact instead of React, and adds their
 * files to those of the browser. Documents import the address of their entry from
 * `virtual:form-entry`. Development runs the forms with React.
 */
export function formsBuild(): Plugin {
  let files: (Rolldown.OutputChunk | Rolldown.OutputAsset)[] = [];
  return {
    name: 'forms-build',
    enforce: 'pre',
    sharedDuringBuild: true,
    config: (_config, { command }) => (command === 'build' ? FORMS_ENVIRONMENT : null),
    buildApp: {
      order: 'pre',
      async handler(builder) {
        const result = await builder.build(builder.environments[FORMS]!);
        files = (result as Rolldown.RolldownOutput).output;
      },
    },
    resolveId(source, importer) {
      if (this.environment.name === FORMS) {
        const replaced = REPLACED[source];
        return replaced ? this.resolve(replaced, importer) : null;
      }
      return source === ADDRESS ? `\0${ADDRESS}` : null;
    },
    load(id) {
      if (id !== `\0${ADDRESS}`) return null;
      const entry = files.find((file) => file.type === 'chunk' && file.isEntry);
      return `export default ${JSON.stringify(entry && `/${entry.fileName}`)}`;
    },
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      // Styles of both builds have the same name, because it contains their hash.
      for (const file of files.filter(({ fileName }) => !(fileName in bundle))) {
        const source = file.type === 'chunk' ? file.code : file.source;
        this.emitFile({ type: 'asset', fileName: file.fileName, source });
      }
    },
  };
}
