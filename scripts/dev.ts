import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// Starts the demo with Vite's pages; the server restarts when its sources change.
const child = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', fileURLToPath(new URL('main/demo.ts', import.meta.url))],
  { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'development' } },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 0));
