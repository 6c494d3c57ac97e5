import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import type { S3Config } from '#src/platform/config/storage-config.ts';
import { openS3Client } from '#src/platform/storage/s3-client.ts';

// The Python of the system, because Debian packages provide Swift.
const PYTHON = '/usr/bin/python3';
const PACKAGES = 'swift-proxy swift-account swift-container swift-object';

/**
 * Whether tests with a real S3 server can run. On CI they must.
 * @throws Error on CI when the server is not installed
 */
export function hasS3Server(): boolean {
  if (spawnSync(PYTHON, ['-c', 'import swift.proxy.server, swift.obj.server']).status === 0) {
    return true;
  }
  const missing = `the tests of the storage in S3 need OpenStack Swift: apt-get install ${PACKAGES}`;
  if (process.env.CI) throw new Error(missing);
  process.stderr.write(`\n⚠ SKIPPED: ${missing}\n\n`);
  return false;
}

/** Starts an S3 server with an empty bucket. The server stops when this process ends. */
export async function startS3(): Promise<{ config: S3Config; stop: () => Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'velvet-rope-s3-'));
  const config = {
    kind: 's3' as const,
    bucket: 'velvet-rope',
    region: 'us-east-1',
    accessKeyId: 'test:tester',
    secretAccessKey: 'a-secret-of-the-tests',
    forcePathStyle: true,
  };
  const script = fileURLToPath(new URL('s3-server.py', import.meta.url));
  const args = [script, folder, config.accessKeyId, config.secretAccessKey];
  const server = spawn(PYTHON, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  const port = await Promise.race([
    once(createInterface(server.stdout), 'line').then(([line]) => String(line)),
    ended.then(() => {
      throw new Error('the S3 server did not start; its output is above');
    }),
  ]);
  const s3: S3Config = { ...config, endpoint: `http://127.0.0.1:${port}` };
  const client = openS3Client(s3);
  await client.send(new CreateBucketCommand({ Bucket: s3.bucket }));
  client.destroy();
  return {
    config: s3,
    async stop() {
      server.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
