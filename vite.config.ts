import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  resolve: { alias: [{ find: /^#src\//, replacement: `${import.meta.dirname}/src/` }] },
  plugins: [
    tanstackStart({
      srcDirectory: 'src/web',
      // A public page's few styles come with it, so that it is painted at the first answer.
      server: { entry: './entry-server.tsx', build: { inlineCss: true } },
      client: { entry: './entry-client.tsx' },
      router: {
        routeFileIgnorePattern: '\\.test\\.',
        routeTreeFileHeader: [
          '/* eslint-disable */',
          '// @ts-nocheck',
          '// Written by the router, and read by nobody: each `any` is its own, and is given its type below.',
        ],
      },
      vite: { installDevServerMiddleware: true },
    }),
    react(),
  ],
  build: { sourcemap: false },
});
