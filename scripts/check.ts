import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The steps that look at the code without running it: name, command of a package, arguments. */
export const CODE_CHECKS = [
  ['format', 'oxfmt', '--check'],
  ['lint', 'oxlint'],
  ['types', 'tsc', '--noEmit', '-p', '.'],
  ['unused code', 'knip', '--no-config-hints'],
] as const;

/** Runs a command of a package on this Node and says how it ended. */
export async function passes(
  name: string,
  [command, ...args]: readonly [string, ...string[]],
  env: Record<string, string> = {},
): Promise<boolean> {
  const started = performance.now();
  console.log(`\n▸ ${name}`);
  const script = realpathSync(path.join(root, 'node_modules/.bin', command));
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  const [code] = await once(child, 'exit');
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
  return code === 0;
}

async function check(): Promise<void> {
  for (const [name, ...command] of [...CODE_CHECKS, ['tests', 'vitest', 'run'] as const]) {
    if (await passes(name, command)) continue;
    console.log(`\nFailed: ${name}`);
    process.exitCode = 1;
    return;
  }
  console.log('\nAll checks passed.');
}

if (import.meta.main) await check();
