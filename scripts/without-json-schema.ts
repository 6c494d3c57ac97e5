import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const SCHEMAS = /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/;
const CONVERSION = /(json-schema-processors|to-json-schema)\.js$/;
const REPLACEMENT = '\0without-json-schema';
// The package exports no name for it.
const PROCESSORS = new URL('core/json-schema-processors.js', import.meta.resolve('zod/v4')).href;

/** A module with the names that schemas refer to; of these, it has only the limits of a schema. */
async function writeReplacement(): Promise<string> {
  const processors = Object.keys((await import(PROCESSORS)) as object);
  const unused = processors.filter((name) => name.endsWith('Processor'));
  const methods = ['createToJSONSchemaMethod', 'createStandardJSONSchemaMethod'];
  return [
    `export { aggregateChecks } from ${JSON.stringify(fileURLToPath(PROCESSORS))};`,
    ...unused.map((name) => `export const ${name} = undefined;`),
    ...methods.map((name) => `export const ${name} = () => undefined;`),
  ].join('\n');
}

/**
 * Omits the conversion of schemas to JSON schema from the scripts of browsers. Each schema refers to
 * it, so no bundler can; only the server needs it, for the description of the API.
 */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    resolveId(source, importer) {
      return importer && SCHEMAS.test(importer) && CONVERSION.test(source) ? REPLACEMENT : null;
    },
    load: (id) => (id === REPLACEMENT ? writeReplacement() : null),
  };
}
