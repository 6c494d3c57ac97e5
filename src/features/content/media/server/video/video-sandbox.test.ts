import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  canContain,
  containNode,
  findContainment,
  isIsolated,
  ISOLATIONS,
  type Containment,
} from './video-sandbox.ts';

const runFile = promisify(execFile);
const SANDBOX = new URL('./video-sandbox.ts', import.meta.url).href;
const network = createServer((socket) => socket.end('hello'));
const database = createServer((socket) => socket.end('hello'));
let folder = '';
const inFolder = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-test-'));
  const listen = (server: typeof network, at: { path: string } | { port: number; host: string }) =>
    new Promise<void>((resolve) => {
      server.listen(at, resolve);
    });
  await listen(network, { port: 0, host: '127.0.0.1' });
  await listen(database, { path: inFolder('database.socket') });
  for (const name of ['own', 'secret']) await writeFile(inFolder(name), name);
  process.env.SANDBOX_TEST_SECRET = 'secret';
});
afterAll(async () => {
  delete process.env.SANDBOX_TEST_SECRET;
  network.close();
  database.close();
  await rm(folder, { recursive: true, force: true });
});

const READ_ONLY_PROC = 'mount --bind /proc/sys /proc/sys && mount -o remount,bind,ro /proc/sys';
const AS_USER = 'exec unshare --user --map-user=1000 --map-group=1000 setpriv --no-new-privs "$@"';
const inNamespace = (script: string) => [
  ...'unshare --user --map-root-user --mount sh -c'.split(' '),
  script,
  'sh',
];

/** Where the product is started, with the mounts and limits of the unit and of containers. */
const PLACES = {
  // Parts of /proc are read-only, the user has no capabilities and gets no new privileges.
  'the unit': inNamespace(`${READ_ONLY_PROC} && ${AS_USER}`),
  // Other parts of /proc are covered too, and no namespace can be made.
  'a container': inNamespace(
    `mount -t tmpfs -o ro tmpfs /proc/acpi && mount --bind /dev/null /proc/keys &&
      echo 1 >/proc/sys/user/max_user_namespaces && ${READ_ONLY_PROC} && ${AS_USER}`,
  ),
} satisfies Record<string, string[]>;

/** Runs Node with a module of this text in a place. */
async function runIn(place: keyof typeof PLACES, command: { file: string; args: string[] }) {
  const [file, ...args] = [...PLACES[place], command.file, ...command.args];
  return (await runFile(file!, args)).stdout;
}

/** What contains videos in a place. */
async function findIn(place: keyof typeof PLACES): Promise<Containment> {
  const module = `const { findContainment } = await import('${SANDBOX}'); console.log(await findContainment())`;
  const args = ['--input-type=module', '-e', module];
  return (await runIn(place, { file: process.execPath, args })).trim() as Containment;
}

/** Runs an expression in a contained process, with the file `own` and the folder `out`. */
async function run(containment: Containment, expression: string): Promise<unknown> {
  const writable = await mkdtemp(inFolder('out-'));
  const script = `console.log(JSON.stringify(await (${expression})))`;
  const { file, args, ...options } = containNode(
    containment,
    ['--input-type=module', '-e', script],
    {
      readable: inFolder('own'),
      writable,
    },
  );
  const { stdout } = await runFile(file, args, options);
  return JSON.parse(stdout);
}

const outcome = (work: string) =>
  `Promise.resolve().then(() => ${work}).then(() => 'done', (error) => error.code ?? error.cause?.code ?? String(error))`;
const read = (path: string) =>
  outcome(`import('node:fs').then((fs) => fs.readFileSync(${JSON.stringify(path)}))`);
const connect = (to: string) =>
  outcome(`import('node:net').then(({ connect }) => new Promise((resolve, reject) => {
    connect(${to}).on('connect', resolve).on('error', reject);
  }))`);

const containment = await findContainment();
const available: Containment[] = [];
for (const isolation of ISOLATIONS) if (await canContain(isolation)) available.push(isolation);

test.skipIf(containment === 'none')(
  'the process receives no environment of the server',
  async () => {
    expect(
      await run(
        containment,
        'Object.keys(process.env).filter((name) => !["PATH", "PWD", "OPENSSL_CONF"].includes(name))',
      ),
    ).toEqual([]);
  },
);

test.skipIf(containment === 'none')(
  'the process has limits of memory, time and open files',
  async () => {
    const limits = await run(containment, 'process.report.getReport().userLimits');
    expect(limits).toMatchObject({
      data_seg_size_bytes: { soft: 4294967296 },
      cpu_time_seconds: { soft: 86400 },
      open_files: { soft: 256 },
    });
  },
);

describe.each(available)('isolated by %s', (isolation) => {
  test('the process reads its file and writes its folder', async () => {
    expect(await run(isolation, read(inFolder('own')))).toBe('done');
    const write = (path: string) =>
      run(isolation, outcome(`import('node:fs').then((fs) => fs.writeFileSync(${path}, 'x'))`));
    expect(await write(`'written'`)).toBe('done');
    expect(await write(JSON.stringify(inFolder('own')))).toMatch(/^(EROFS|EACCES)$/);
    expect(await readFile(inFolder('own'), 'utf8')).toBe('own');
  });

  test('the process reaches neither secrets nor the database, the network and other processes', async () => {
    for (const path of [
      inFolder('secret'),
      '/etc/passwd',
      `/proc/${process.pid}/environ`,
      join(process.cwd(), 'data/secret'),
    ]) {
      expect(await run(isolation, read(path)), path).toMatch(/^(ENOENT|EACCES)$/);
    }
    const socket = JSON.stringify({ path: inFolder('database.socket') });
    expect(await run(isolation, connect(socket))).toMatch(/^(ENOENT|EPERM)$/);
    const { port } = network.address() as AddressInfo;
    const address = JSON.stringify({ port, host: '127.0.0.1' });
    expect(await run(isolation, connect(address))).toMatch(/^(ECONNREFUSED|EPERM)$/);
    const signal = outcome(`process.kill(${process.pid}, 0)`);
    expect(await run(isolation, signal)).toMatch(/^(ESRCH|EPERM)$/);
  });
});

test.skipIf(!available.includes('bubblewrap-without-proc'))(
  'a unit whose mounts forbid a new /proc isolates videos without one',
  async () => {
    expect(await findIn('the unit')).toBe('bubblewrap-without-proc');
  },
);

test.skipIf(!available.includes('bubblewrap'))(
  'a container without namespaces isolates videos by Landlock, or not at all',
  async () => {
    const expected = available.includes('landlock') ? 'landlock' : 'prlimit';
    expect(await findIn('a container')).toBe(expected);
    expect(isIsolated('prlimit')).toBe(false);
  },
);
