// Loaded by Node with --import before everything else.
import { registerHooks } from 'node:module';

const DRIZZLE = '/node_modules/drizzle-orm/';

// For each module Node reads the nearest package.json again. Drizzle has hundreds of modules and a
// package.json of 180 KB, which took most of the time and memory of a start.
registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '' } = context;
    const isOwn = specifier.startsWith('.') && parentURL.includes(DRIZZLE);
    if (!isOwn || !parentURL.endsWith('.js')) return nextResolve(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
  },
});
