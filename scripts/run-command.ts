import { spawnSync } from 'node:child_process';

/** Runs a command to its end. @returns its output, @throws Error when it fails */
export function runCommand(command: string, args: string[]): string {
  const { status, stdout } = spawnSync(command, args, {
    stdio: ['ignore', 'pipe', 2],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
  return stdout.trim();
}
