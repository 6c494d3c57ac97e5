// Kills the server at random points of everything that moves money or files, and checks what is left.
import { readArguments } from './commands.mjs';
import { passes } from './steps.ts';

const { values } = readArguments('scripts/kills.ts', process.argv.slice(2));
const kills = String(values.kills);
const ok = await passes({
  name: `${kills} kills`,
  command: [
    'vitest',
    'run',
    'test/kills/kills.test.ts',
    '--reporter=verbose',
    '-t',
    'a server that is killed',
  ],
  env: { KILLS: kills },
});
process.exitCode = ok ? 0 : 1;
