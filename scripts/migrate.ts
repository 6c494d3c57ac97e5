import { runBuilt } from './build.ts';

await runBuilt('migrate');
