import { spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts';
import { createLog } from '#src/platform/log/log.ts';
import { readArguments } from './commands.mjs';
import { createDataFolder } from './data-folder.ts';
import { buildImage, buildLocalImage, createBuildah } from './image-parts.ts';
import { findFreePort, waitUntilServing } from './product.ts';
import { runCommand } from './run-command.ts';

// Builds the image with buildah and runs it as its user with a read-only root, as root on Linux with
// buildah, bubblewrap and mmdebstrap:
//   npm run test:image             the last stage on Debian's packages, with the product as it is built here
//   npm run test:image -- BASE     everything on BASE, an image with Node and the user "node"

/** Of the user "node" in the image. */
const USER = 1000;

/** The command in the image: nothing of it is writable but /data and /tmp. */
function inImage(image: string, folder: string, env: Record<string, string>, command: string[]) {
  const settings = Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]);
  const mounts = ['--ro-bind', image, '/', '--tmpfs', '/tmp', '--proc', '/proc', '--dev', '/dev'];
  mounts.push('--bind', path.join(folder, 'work'), '/data');
  mounts.push('--bind', path.join(folder, 'database/postgres'), '/mnt');
  const user = ['--reuid', String(USER), '--regid', String(USER), '--clear-groups'];
  const isolation = ['--unshare-pid', '--unshare-ipc', '--die-with-parent', '--clearenv'];
  return [...user, 'bwrap', ...mounts, ...isolation, ...settings, '--chdir', '/app', ...command];
}

/** Runs the files of the image by its command. */
async function check(image: string, command: string[], folder: string): Promise<void> {
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: '/data',
    DATABASE_URL: 'postgresql://postgres@localhost:5432/velvet_rope?host=%2Fmnt',
    SECRET: 'a secret of the test that is long enough for the product',
    PAYMENTS: 'sandbox',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'a password of the test',
  };
  runCommand('setpriv', inImage(image, folder, env, ['node', 'dist/product/migrate.js']));
  // A file that cannot be read is the answer of a process that found all of its packages.
  const reader = 'src/features/content/media/server/video/video-child.ts';
  runCommand('setpriv', inImage(image, folder, env, ['node', reader, '/nothing', '/tmp']));
  const server = spawn('setpriv', inImage(image, folder, env, command), {
    stdio: ['ignore', 2, 2],
  });
  const stop = await waitUntilServing(server, url);
  try {
    for (const address of [
      '/',
      '/marketplace',
      '/api/docs',
      '/sandbox/assets/text.woff2',
      '/sw.js',
    ]) {
      const { status } = await fetch(url + address, { redirect: 'manual' });
      if (status >= 400) throw new Error(`${address} responds with ${status}`);
    }
  } finally {
    await stop();
  }
}

const [base] = readArguments('scripts/image-test.ts', process.argv.slice(2)).positionals;
const folder = createDataFolder('image');
const buildah = createBuildah(folder);
const postgres = await startEmbeddedPostgres({
  dataDir: path.join(folder, 'database'),
  log: createLog({ logLevel: 'warn' }),
});
try {
  // The user of the image is not the one of this server.
  chmodSync(path.join(folder, 'database/postgres'), 0o711);
  chmodSync(path.join(folder, 'database/postgres/.s.PGSQL.5432'), 0o777);
  mkdirSync(path.join(folder, 'work'));
  chownSync(path.join(folder, 'work'), USER, USER);
  const name = base ? buildImage(buildah, base) : await buildLocalImage(buildah, folder);
  const { Docker: image } = JSON.parse(buildah('inspect', '--type=image', name)) as {
    Docker: { config: { Cmd: string[] } };
  };
  console.log(buildah('images', '--filter', `reference=${name}`));
  const container = buildah('from', name);
  // Folders above the mounted image are closed to other users.
  const files = path.join(folder, 'image');
  mkdirSync(files);
  runCommand('mount', ['--bind', buildah('mount', container), files]);
  try {
    await check(files, image.config.Cmd, folder);
  } finally {
    runCommand('umount', [files]);
    buildah('umount', container);
  }
  console.log('The image serves with a read-only root.');
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
