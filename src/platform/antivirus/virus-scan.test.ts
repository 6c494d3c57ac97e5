import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createVirusScan } from './virus-scan.ts';

// The harmless file that every scanner recognizes, in two parts so that none stops at this source.
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', '-ANTIVIRUS-TEST-FILE!$H+H*'].join(
  '',
);

const unavailable = expect.objectContaining({ code: 'scanner-unavailable' });

test('without a scanner nothing is scanned', async () => {
  expect(await createVirusScan(undefined)(Buffer.from(EICAR))).toBeNull();
});

describe('a scanner that', () => {
  let server: Server;
  let onConnection: (socket: Socket) => void = () => {};
  beforeAll(async () => {
    server = createServer((socket) => {
      socket.on('error', () => {});
      onConnection(socket);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => {
    server.close();
  });
  const scan = (file: Uint8Array) => {
    const { port } = server.address() as AddressInfo;
    return createVirusScan({ host: '127.0.0.1', port })(file);
  };

  test('receives the file with its length before it, then an end', async () => {
    const { promise, resolve } = Promise.withResolvers<Buffer>();
    onConnection = (socket) => {
      let received = Buffer.alloc(0);
      socket.on('data', (data) => {
        received = Buffer.concat([received, Buffer.from(data)]);
        if (!received.subarray(-4).equals(Buffer.alloc(4))) return;
        resolve(received);
        socket.end('stream: OK\0');
      });
    };
    expect(await scan(Buffer.from('abc'))).toBeNull();
    expect((await promise).toString('latin1')).toBe('zINSTREAM\0\0\0\0\u0003abc\0\0\0\0');
  });

  test('ends the connection, refuses the size or answers otherwise does not let a file pass', async () => {
    for (const answer of ['', 'INSTREAM size limit exceeded. ERROR\0', 'stream: error ERROR\0']) {
      onConnection = (socket) => void socket.once('data', () => socket.end(answer));
      await expect(scan(Buffer.alloc(6_000_000))).rejects.toEqual(unavailable);
    }
  });

  test('is not there does not let a file pass', async () => {
    const absent = createVirusScan({ path: '/nowhere/clamd.ctl' });
    await expect(absent(Buffer.from('x'))).rejects.toEqual(unavailable);
  });
});

const hasClamd = spawnSync('clamd', ['--version']).status === 0;

describe.skipIf(!hasClamd)('ClamAV', () => {
  let folder = '';
  let daemon: ChildProcess;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'velvet-rope-clamd-'));
    const file = (name: string) => path.join(folder, name);
    // One signature of our own, because the real ones are downloaded.
    writeFileSync(file('own.ndb'), `Test.Eicar:0:*:${Buffer.from(EICAR).toString('hex')}\n`);
    writeFileSync(
      file('clamd.conf'),
      [
        `DatabaseDirectory ${folder}`,
        `LocalSocket ${file('clamd.ctl')}`,
        'Foreground yes',
        'StreamMaxLength 2M',
        `TemporaryDirectory ${folder}`,
      ].join('\n'),
    );
    daemon = spawn('clamd', ['-c', file('clamd.conf')], { stdio: 'ignore' });
    const scan = createVirusScan({ path: file('clamd.ctl') });
    await vi.waitFor(() => scan(Buffer.from('x')), { timeout: 30_000, interval: 200 });
  }, 40_000);
  afterAll(async () => {
    daemon.kill();
    await once(daemon, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });
  const scan = (file: string | Uint8Array) =>
    createVirusScan({ path: path.join(folder, 'clamd.ctl') })(file);

  test('finds a signature in bytes and in a file, and lets other files pass', async () => {
    expect(await scan(Buffer.from(EICAR))).toMatch(/^Test\.Eicar/);
    const file = path.join(folder, 'upload');
    // In a later chunk of the stream.
    writeFileSync(file, 'x'.repeat(200_000) + EICAR);
    expect(await scan(file)).toMatch(/^Test\.Eicar/);
    expect(await scan(Buffer.from('a harmless file'))).toBeNull();
  });

  test('does not let a file pass that is larger than it accepts, or that cannot be read', async () => {
    await expect(scan(Buffer.alloc(8_000_000))).rejects.toEqual(unavailable);
    await expect(scan(path.join(folder, 'absent'))).rejects.toEqual(unavailable);
  });
});
