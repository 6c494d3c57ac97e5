// Kills a process and the primary of a replicated database under load, and checks what is left.
import { buildServer } from './build.ts';
import { readArguments } from './commands.mjs';
import { passes } from './steps.ts';

const { values } = readArguments('scripts/failovers.ts', process.argv.slice(2));
const rounds = String(values.rounds);
await buildServer();
const ok = await passes({
  name: `${rounds} failovers`,
  command: [
    'vitest',
    'run',
    'test/cluster/failover.test.ts',
    'test/cluster/lagging-reads.test.ts',
    '--reporter=verbose',
  ],
  env: { FAILOVERS: rounds },
});
process.exitCode = ok ? 0 : 1;
