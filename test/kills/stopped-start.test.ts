import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createDataFolder } from '../../scripts/data-folder.ts';
import { findFreePort } from '../../scripts/product.ts';
import { SERVER_FLAGS } from '../../scripts/server-flags.mjs';

const hasDatabase = (dataDir: string) =>
  existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'));
test.each([
  ['SIGTERM', 'as a supervisor does'],
  ['SIGHUP', 'as a closed terminal does'],
] as const)(
  'a start that is stopped by %s, %s, ends the database that it has started',
  async (signal, _reason) => {
    const dataDir = createDataFolder('stopped-start');
    const port = await findFreePort();
    const child = spawn(process.execPath, [...SERVER_FLAGS, 'scripts/start.ts'], {
      stdio: ['ignore', 'ignore', 2],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        DATA_DIR: dataDir,
        DATABASE_URL: '',
        HOST: '127.0.0.1',
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        SMTP_URL: '',
        LOG_LEVEL: 'warn',
      },
    });
    const ended = once(child, 'exit');
    try {
      await expect.poll(() => hasDatabase(dataDir), { interval: 5, timeout: 240_000 }).toBe(true);
      child.kill(signal);
      expect(await ended).toEqual([0, null]);
      expect(hasDatabase(dataDir)).toBe(false);
    } finally {
      child.kill('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
