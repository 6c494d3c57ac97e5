import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A command of a package, or a script of this project, with its arguments. */
export type Step = {
  name: string;
  command: readonly [string, ...string[]];
  env?: Record<string, string>;
};

/** The static checks of the code. */
export const CODE_CHECKS: Step[] = [
  { name: 'lint', command: ['oxlint'] },
  {
    name: 'types',
    command: [
      'tsc',
      '-p',
      '.',
      '--incremental',
      // Each further checker would compute most types again: twice the CPU for the same duration.
      '--checkers',
      '1',
      '--tsBuildInfoFile',
      cacheFile('types.tsbuildinfo'),
    ],
  },
  { name: 'unused code', command: ['knip', '--no-config-hints', '--cache'] },
  { name: 'format', command: ['oxfmt', '--check'] },
];

function cacheFile(name: string): string {
  return path.join(root, 'node_modules/.cache/velvet-rope', name);
}

/** Runs a step with this Node and returns whether it passed; `live` shows its output immediately. */
export async function passes(
  { name, command: [command, ...args], env }: Step,
  { live = true }: { live?: boolean } = {},
): Promise<boolean> {
  const started = performance.now();
  if (live) console.log(`\n▸ ${name}`);
  const folder = command.endsWith('.ts') ? 'scripts' : 'node_modules/.bin';
  const script = realpathSync(path.join(root, folder, command));
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
    env: { ...process.env, ...env },
  });
  let output = '';
  child.stdout?.on('data', (part: Buffer) => (output += part.toString()));
  child.stderr?.on('data', (part: Buffer) => (output += part.toString()));
  const [code] = await once(child, 'close');
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (code !== 0 && output) console.log(`\n${output}`);
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
  return code === 0;
}

/** Runs steps, one per core at a time, and returns the names of failed steps. */
export async function runSteps(steps: readonly Step[]): Promise<string[]> {
  const failed: string[] = [];
  const queue = steps.values();
  const work = async () => {
    for (const step of queue) {
      if (!(await passes(step, { live: false }))) failed.push(step.name);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return failed;
}
