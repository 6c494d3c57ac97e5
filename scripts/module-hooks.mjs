// Given to Node with --import, before anything else is loaded.
import { registerHooks } from 'node:module';

const DRIZZLE = '/node_modules/drizzle-orm/';

// To load a file Node reads the package.json above it anew. Drizzle's has 180 KB and its files are
// hundreds: most of the time and memory of a start went into that.
registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '' } = context;
    const isOwn = specifier.startsWith('.') && parentURL.includes(DRIZZLE);
    if (!isOwn || !parentURL.endsWith('.js')) return nextResolve(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
  },
});
