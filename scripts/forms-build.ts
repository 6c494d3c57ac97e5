import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

const FORMS = 'forms';
const ENTRY = fileURLToPath(new URL('../src/web/entry-form.tsx', import.meta.url));
const ENTRY_URL = '\0form-entry-url';

/** What the forms import of React, and what of Preact replaces it. */
const REPLACED: Record<string, string> = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
};

/**
 * Builds the forms of public pages apart from the app, with Preact instead of React, and adds their
 * files to those of the browser. A document imports the address of their entry as
 * `entry-form.tsx?url`. Development runs the forms with React.
 */
export function formsBuild(): Plugin {
  let files: Rolldown.RolldownOutput['output'];
  return {
    name: 'forms-build',
    apply: 'build',
    enforce: 'pre',
    sharedDuringBuild: true,
    config: () => ({
      environments: {
        [FORMS]: {
          consumer: 'client',
          build: {
            write: false,
            rolldownOptions: {
              input: { form: ENTRY },
              output: { codeSplitting: { groups: [{ name: 'forms', minShareCount: 3 }] } },
            },
          },
        },
      },
    }),
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
      const isEntryUrl = importer && path.resolve(importer, '..', source) === `${ENTRY}?url`;
      return isEntryUrl ? ENTRY_URL : null;
    },
    load(id) {
      if (id !== ENTRY_URL) return null;
      const entry = files.find((file) => file.type === 'chunk' && file.isEntry)!;
      return `export default ${JSON.stringify(`/${entry.fileName}`)}`;
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
