import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildProduct } from './build.ts';
import { runCommand } from './run-command.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const IMAGE = 'localhost/velvet-rope';
const BASE = 'localhost/velvet-rope-base';
/** A folder for what the first stage leaves; in that of builds, so that it can be linked. */
const STAND = 'image';
/** What npm has installed; it writes into the file that is there. */
const LIST = '.package-lock.json';
const NOT_LINKED = ['.cache', STAND, LIST];
/** What the Dockerfile copies into the image. */
const PARTS = ['dist', 'drizzle', 'src', 'node_modules'];

/** Why this machine cannot build images; null if it can. */
export function missingForImages(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root on Linux';
  const { status } = spawnSync('which', ['buildah', 'mmdebstrap', 'bwrap']);
  return status === 0 ? null : 'it needs apt-get install buildah mmdebstrap bubblewrap';
}

type Buildah = (...args: string[]) => string;

/** Buildah with images of its own in a folder. */
export function createBuildah(folder: string): Buildah {
  const store = ['--root', path.join(folder, 'images'), '--runroot', path.join(folder, 'running')];
  return (...args) => runCommand('buildah', [...store, ...args]);
}

/** Builds the whole Dockerfile on this image, with all packages from the registry. @returns its name */
export function buildImage(buildah: Buildah, base: string): string {
  const options = ['--network=host', '--format=docker', `--build-arg=BASE=${base}`];
  buildah('build', ...options, '-t', IMAGE, root);
  return IMAGE;
}

/**
 * Builds the last stage of the Dockerfile without a registry of images: on Debian's own packages and the
 * Node of this process, with the product as it is built here.
 * @returns its name
 */
export async function buildLocalImage(buildah: Buildah, folder: string): Promise<string> {
  await buildProduct();
  const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8');
  const stage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  const stand = path.join(root, 'dist', STAND);
  try {
    linkParts(path.join(stand, 'app'));
    const file = path.join(folder, 'Dockerfile');
    writeFileSync(file, `ARG BASE\n${stage}`);
    const options = ['--network=host', '--format=docker', '--isolation=chroot', '-f', file];
    const context = [`--build-context=build=${stand}`, `--build-arg=BASE=${createBase(buildah)}`];
    buildah('build', ...options, ...context, '-t', IMAGE, stand);
    return IMAGE;
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
    const names = readdirSync(from).filter((name) => !NOT_LINKED.includes(name));
    runCommand('cp', ['-al', '-t', to, ...names.map((name) => path.join(from, name))]);
  }
  for (const name of ['package.json', 'package-lock.json', 'scripts', `node_modules/${LIST}`]) {
    cpSync(path.join(root, name), path.join(app, name), { recursive: true });
  }
  runCommand(process.execPath, [path.join(app, 'scripts/image-packages.ts')]);
  const flags = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  runCommand('npm', ['prune', '--prefix', app, ...flags]);
}

/** Makes an image like those of Node. @returns its name */
function createBase(buildah: Buildah): string {
  const container = buildah('from', 'scratch');
  const files = buildah('mount', container);
  runCommand('mmdebstrap', ['--quiet', '--variant=apt', 'bookworm', files]);
  copyFileSync(process.execPath, path.join(files, 'usr/local/bin/node'));
  const addUser = ['useradd', '--uid=1000', '--user-group', 'node'];
  buildah('run', '--isolation=chroot', container, '--', ...addUser);
  buildah('commit', '--quiet', '--rm', container, BASE);
  return BASE;
}
