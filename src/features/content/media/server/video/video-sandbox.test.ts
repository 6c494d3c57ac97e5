import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { containNode, findContainment } from './video-sandbox.ts';

const containment = await findContainment();
const server = createServer((_request, response) => response.end('hello'));
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-test-'));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  for (const name of ['own', 'foreign']) await writeFile(join(folder, name), name);
  process.env.SANDBOX_TEST_SECRET = 'secret';
});
afterAll(async () => {
  delete process.env.SANDBOX_TEST_SECRET;
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs an expression in a contained process, with the file `own` and the folder `out`. */
async function run(expression: string): Promise<unknown> {
  const writable = await mkdtemp(join(folder, 'out-'));
  const script = `console.log(JSON.stringify(await (${expression})))`;
  const { file, args, env } = await containNode(['--input-type=module', '-e', script], {
    readable: join(folder, 'own'),
    writable,
  });
  const { stdout } = await promisify(execFile)(file, args, { env });
  return JSON.parse(stdout);
}

const outcome = (work: string) =>
  `Promise.resolve().then(() => ${work}).then(() => 'done', (error) => error.code ?? error.cause?.code ?? String(error))`;

test('the process receives no environment of the server', async () => {
  expect(
    await run('Object.keys(process.env).filter((name) => !["PATH", "PWD"].includes(name))'),
  ).toEqual([]);
});

test.skipIf(containment === 'none')(
  'the process has limits of memory, time and open files',
  async () => {
    const limits = String(
      await run(`import('node:fs').then((fs) => fs.readFileSync('/proc/self/limits', 'utf8'))`),
    );
    expect(limits).toMatch(/Max data size +4294967296/);
    expect(limits).toMatch(/Max cpu time +86400/);
    expect(limits).toMatch(/Max open files +256/);
  },
);

test.skipIf(containment !== 'bubblewrap')(
  'the process reads its file, writes its folder and reaches nothing else',
  async () => {
    const read = (path: string) =>
      run(outcome(`import('node:fs').then((fs) => fs.readFileSync(${JSON.stringify(path)}))`));
    expect(await read(join(folder, 'own'))).toBe('done');
    for (const path of [
      join(folder, 'foreign'),
      '/etc/passwd',
      '/root/.profile',
      join(process.cwd(), 'data/secret'),
    ]) {
      expect(await read(path), path).toBe('ENOENT');
    }
    const write = (path: string) =>
      run(outcome(`import('node:fs').then((fs) => fs.writeFileSync(${path}, 'x'))`));
    expect(await write(`'written'`)).toBe('done');
    expect(await write(JSON.stringify(join(folder, 'own')))).toBe('EROFS');
    expect(await readFile(join(folder, 'own'), 'utf8')).toBe('own');
    const { port } = server.address() as AddressInfo;
    expect(await run(outcome(`fetch('http://127.0.0.1:${port}')`))).toBe('ECONNREFUSED');
    expect(await run(outcome(`process.kill(${process.pid}, 0)`))).toBe('ESRCH');
  },
);
