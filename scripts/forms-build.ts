import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown, UserConfig } from 'vite';
import { findLoaded } from './chunks.ts';

const FORMS = 'forms';
const ENTRY = fileURLToPath(new URL('../src/web/entry-form.tsx', import.meta.url));
const HYDRATION = fileURLToPath(new URL('../src/web/hydrate-form.tsx', import.meta.url));
const ADDRESS = 'virtual:form-entry';

/** What only forms with a link from a mail load. */
const MAIL_LINK = /[\\/]ui[\\/]public[\\/]mail-link[\\/]/;
/** What so many forms load is worth loading by all of them, in one request. */
const COMMON = 3;
/** What two of them load, imports nothing and is this small, in characters, is not worth a request. */
const SMALL = 1_000;

/** The file of a module, by how many forms load it. */
function formGroups(): Rolldown.CodeSplittingGroup[] {
  let first: Set<string> | undefined;
  let forms: Set<string>[] | undefined;
  const name = (id: string, graph: Rolldown.ChunkingContext) => {
    forms ??= graph
      .getModuleInfo(ENTRY)!
      .dynamicallyImportedIds.map((form) => findLoaded(form, graph));
    first ??= findLoaded(ENTRY, graph);
    // The entry loads this alone: what comes later, such as zod, has to find its setting.
    if (first.has(id)) return id === ENTRY ? null : 'first';
    const users = forms.filter((modules) => modules.has(id));
    const { importedIds = [], code } = graph.getModuleInfo(id) ?? {};
    const isSmall = importedIds.length === 0 && (code?.length ?? 0) < SMALL;
    const isCommon =
      users.length >= (isSmall ? 2 : COMMON) || users.some((modules) => modules.has(HYDRATION));
    if (!isCommon) return null;
    return MAIL_LINK.test(id) ? 'mail-link' : 'forms';
  };
  return [{ name, debugName: 'forms', includeDependenciesRecursively: false }];
}

const FORMS_ENVIRONMENT = {
  environments: {
    [FORMS]: {
      consumer: 'client',
      build: {
        write: false,
        rolldownOptions: {
          input: { form: ENTRY },
          output: { codeSplitting: { groups: formGroups() } },
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
