import { builtEntry, buildServer } from './build.ts';

process.env.NODE_ENV ??= 'production';
await buildServer();
await import(builtEntry('migrate').href);
