// Kills the server at random points of everything that moves money or files, and checks what is left.
import { parseArgs } from 'node:util';
import { passes } from './steps.ts';

const { values } = parseArgs({ options: { kills: { type: 'string', default: '200' } } });
const ok = await passes({
  name: `${values.kills} kills`,
  command: [
    'vitest',
    'run',
    'test/kills/kills.test.ts',
    '--reporter=verbose',
    '-t',
    'a server that is killed',
  ],
  env: { KILLS: values.kills },
});
process.exitCode = ok ? 0 : 1;
