// Bundles the entries of the server with their packages. Loading the modules one by one takes four
// times the CPU and twice the memory.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from './server-flags.mjs';
import { LOADED_PACKAGES } from './server-packages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Without folders in it, so that all bundled files are equally deep. */
const OUTPUT = path.join(root, 'dist/product');
const ENTRIES = ['demo', 'start', 'migrate', 'server-child'];
const ENVIRONMENT = Object.entries(SERVER_ENVIRONMENT).map(([name, value]) => `${name}=${value}`);
/** In an executable file of their own, so that nothing else has to name the flags of the server. */
const SERVE = `#!/bin/sh
export ${ENVIRONMENT.join(' ')}
exec node ${SERVER_FLAGS.join(' ')} "$(dirname "$0")/start.js"
`;

/** Own modules find files beside their sources, such as migrations and fonts. */
const keepAddresses: Plugin = {
  name: 'keep-addresses',
  enforce: 'pre',
  transform: {
    filter: { id: { include: /\.ts$/, exclude: /node_modules/ }, code: 'import.meta.url' },
    handler(code, id) {
      const source = path.relative(OUTPUT, id).replaceAll(path.sep, '/');
      const address = `new URL(${JSON.stringify(source)}, import.meta.url).href`;
      return code.replaceAll('import.meta.url', address);
    },
  },
};

/** Pictures need native libraries, which cost the start more than all operations of the API. */
const loadSharpLater: Plugin = {
  name: 'load-sharp-later',
  enforce: 'pre',
  resolveId: (source) => (source === 'sharp' ? '\0sharp' : null),
  load: (id) =>
    id === '\0sharp'
      ? `import { createRequire } from 'node:module';
         const require = createRequire(import.meta.url);
         export default new Proxy(() => {}, {
           apply: (_, self, input) => require('sharp')(...input),
           get: (_, name) => require('sharp')[name],
         });`
      : null,
};

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  plugins: [keepAddresses, loadSharpLater],
  // Whatever a wallet sends is read in JavaScript alone.
  define: { 'process.env.CBOR_NATIVE_ACCELERATION_DISABLED': '"true"' },
  ssr: { noExternal: true, external: [...LOADED_PACKAGES, 'vite'] },
  build: {
    ssr: true,
    outDir: OUTPUT,
    // scripts/build.ts removes what is older than the previous build.
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'node24',
    rolldownOptions: {
      input: Object.fromEntries(ENTRIES.map((name) => [name, `scripts/main/${name}.ts`])),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        // Without comments and spaces, but with the names, so that the functions of a stack can be found.
        minify: { compress: false, mangle: false, codegen: true },
      },
    },
  },
});
writeFileSync(path.join(OUTPUT, 'serve'), SERVE, { mode: 0o755 });
