import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPages, buildServer } from './build.ts';
import { runCommand } from './run-command.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const BASE = 'localhost/velvet-rope-base';
/** A folder for what the first stage leaves; in that of builds, so that it can be linked. */
const STAND = 'image';
/** What the Dockerfile copies into the image. */
const PARTS = ['dist', 'drizzle', 'src', 'node_modules'];

/** Builds the whole Dockerfile on this image, with all packages from the registry. */
export function buildImage(image: string, base: string): void {
  const options = ['--network=host', '--format=docker', `--build-arg=BASE=${base}`];
  runCommand('buildah', ['build', ...options, '-t', image, root]);
}

/**
 * Builds the last stage of the Dockerfile without a registry of images: on Debian's own packages and the
 * Node of this process, with the product as it is built here.
 */
export async function buildLocalImage(image: string, folder: string): Promise<void> {
  await Promise.all([buildPages(), buildServer()]);
  const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8');
  const stage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  const stand = path.join(root, 'dist', STAND);
  try {
    linkParts(path.join(stand, 'app'));
    const file = path.join(folder, 'Dockerfile');
    writeFileSync(file, `ARG BASE\n${stage}`);
    const options = ['--network=host', '--format=docker', '--isolation=chroot', '-f', file];
    const context = [`--build-context=build=${stand}`, `--build-arg=BASE=${createBase(folder)}`];
    runCommand('buildah', ['build', ...options, ...context, '-t', image, stand]);
  } finally {
    rmSync(stand, { recursive: true, force: true });
  }
}

/** Links what the first stage leaves, as the Dockerfile says. */
function linkParts(app: string): void {
  rmSync(app, { recursive: true, force: true });
  for (const part of PARTS) {
    const [from, to] = [path.join(root, part), path.join(app, part)];
    mkdirSync(to, { recursive: true });
    const names = readdirSync(from).filter((name) => name !== '.cache' && name !== STAND);
    runCommand('cp', ['-al', '-t', to, ...names.map((name) => path.join(from, name))]);
  }
  // These change.
  for (const name of ['package.json', 'package-lock.json', 'scripts']) {
    cpSync(path.join(root, name), path.join(app, name), { recursive: true });
  }
  runCommand(process.execPath, [path.join(app, 'scripts/image-packages.ts')]);
  const flags = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  runCommand('npm', ['prune', '--prefix', app, ...flags]);
}

/** Makes an image like those of Node. @returns its name */
function createBase(folder: string): string {
  const archive = path.join(folder, 'base.tar');
  runCommand('mmdebstrap', ['--quiet', '--variant=apt', 'bookworm', archive]);
  const container = runCommand('buildah', ['from', 'scratch']);
  try {
    runCommand('buildah', ['add', '--quiet', container, archive, '/']);
    runCommand('buildah', ['copy', '--quiet', container, process.execPath, '/usr/local/bin/node']);
    const addUser = ['useradd', '--uid=1000', '--user-group', 'node'];
    runCommand('buildah', ['run', '--isolation=chroot', container, '--', ...addUser]);
    runCommand('buildah', ['commit', '--quiet', container, BASE]);
  } finally {
    runCommand('buildah', ['rm', container]);
  }
  return BASE;
}
