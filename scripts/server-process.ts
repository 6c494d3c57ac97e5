import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { builtEntry, buildServer } from './build.ts';
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from './server-flags.mjs';

/** The product without its pages, in a process that a test can kill. */
export type ServerProcess = {
  child: ChildProcess;
  url: string;
  databaseUrl: string;
  /** The most memory that the process has used so far, in MiB; Linux only. */
  peakMegabytes: () => number;
};

/** Starts the product with these settings. @throws Error when it exits before it serves */
export async function startServerProcess(env: Record<string, string>): Promise<ServerProcess> {
  const child = await forkServer(env);
  const ended = once(child, 'exit').then(() => {
    throw new Error('the product did not start; its output is above');
  });
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [
    { port: number; databaseUrl: string },
  ];
  ended.catch(() => {});
  let peak = 0;
  const peakMegabytes = () => {
    // Linux records the peak memory of a process.
    const status = child.exitCode === null && child.signalCode === null ? child.pid : undefined;
    const text = status ? readFileSync(`/proc/${status}/status`, 'utf8') : '';
    peak = Math.max(peak, Math.round(Number(/VmHWM:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024));
    return peak;
  };
  return {
    child,
    url: `http://127.0.0.1:${message.port}`,
    databaseUrl: message.databaseUrl,
    peakMegabytes,
  };
}

let built: Promise<void> | undefined;

/** The process of the product, which may not serve yet. */
export async function forkServer(env: Record<string, string>): Promise<ChildProcess> {
  await (built ??= buildServer());
  return fork(fileURLToPath(builtEntry('server-child')), {
    // To stderr, because standard output is for the results of the script.
    execArgv: SERVER_FLAGS,
    stdio: ['ignore', 2, 2, 'ipc'],
    env: {
      ...process.env,
      ...SERVER_ENVIRONMENT,
      NODE_ENV: 'production',
      DATABASE_URL: '',
      LOG_LEVEL: 'warn',
      // The clients of these tests have no authenticator app.
      REQUIRE_SECOND_FACTOR: 'false',
      ...env,
    },
  });
}

/** Ends the process as a crash does. */
export async function killServer({ child }: Pick<ServerProcess, 'child'>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

export async function stopServer({ child }: Pick<ServerProcess, 'child'>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.disconnect();
  await once(child, 'exit');
}
