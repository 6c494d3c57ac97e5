// Kills a process and the primary of a replicated database under load, and checks what is left.
import { parseArgs } from 'node:util';
import { buildServer } from './build.ts';
import { passes } from './steps.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
await buildServer();
const ok = await passes({
  name: `${values.rounds} failovers`,
  command: [
    'vitest',
    'run',
    'test/cluster/failover.test.ts',
    'test/cluster/lagging-reads.test.ts',
    '--reporter=verbose',
  ],
  env: { FAILOVERS: values.rounds },
});
process.exitCode = ok ? 0 : 1;
