import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type Server = { url: string; pid: number };

const started: ChildProcess[] = [];

/** Starts a script of this folder in a separate process with only these environment variables. */
export function startChild(file: string, env: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: { PATH: process.env.PATH, ...env },
    execArgv: ['--import', new URL('../scripts/module-hooks.mjs', import.meta.url).href],
  });
  started.push(child);
  return child;
}

/** Starts a server that reports its port. */
export async function startServer(file: string, env: NodeJS.ProcessEnv): Promise<Server> {
  const child = startChild(file, env);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { url: `http://127.0.0.1:${port}`, pid: child.pid! };
}

/** Stops all started processes and waits for their end. */
export async function stopChildren(): Promise<void> {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null) continue;
    child.disconnect();
    await once(child, 'exit');
  }
}
