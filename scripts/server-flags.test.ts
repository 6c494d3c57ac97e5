import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from './server-flags.mjs';

/** Computes hashes as sign-ins do, on all threads, and prints how much the process grew, in MiB. */
const HASHES = `
  import { argon2 } from 'node:crypto';
  import { promisify } from 'node:util';
  const hash = promisify(argon2);
  const cost = { nonce: Buffer.alloc(16), parallelism: 1, tagLength: 32, memory: 19456, passes: 2 };
  const before = process.memoryUsage.rss();
  for (let round = 0; round < 3; round++) {
    const message = Buffer.from('a password');
    await Promise.all(Array.from({ length: 8 }, () => hash('argon2id', { message, ...cost })));
  }
  console.log((process.memoryUsage.rss() - before) / 2 ** 20);
`;

test('the memory of password hashes returns to the system', async () => {
  const args = [...SERVER_FLAGS, '--input-type=module', '--eval', HASHES];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...SERVER_ENVIRONMENT },
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  // Less than what two threads would keep.
  expect(Number(output)).toBeLessThan(30);
});
