import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import type { LaunchOptions } from '@playwright/test';
import npmChromium, { inflate } from '@sparticuz/chromium';

const SYSTEM_BROWSERS = [
  process.env.CHROMIUM ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const QUIET = ['--disable-gpu', '--disable-background-networking'];

/** The system's Chromium or Chrome if there is one, else the one that npm brought. */
export async function findBrowser(): Promise<LaunchOptions> {
  const system = SYSTEM_BROWSERS.find((file) => file && existsSync(file));
  if (system && process.env.CHROMIUM !== 'npm') {
    return { executablePath: system, args: QUIET, chromiumSandbox: canSandbox() };
  }
  return unpackNpmChromium();
}

// Chromium refuses its sandbox as root, and cannot make one where user namespaces are forbidden.
function canSandbox(): boolean {
  if (process.platform !== 'linux') return true;
  if (process.getuid?.() === 0) return false;
  return spawnSync('unshare', ['--user', 'true']).status === 0;
}

async function unpackNpmChromium(): Promise<LaunchOptions> {
  const bin = path.join(
    path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
    '../bin',
  );
  // A folder of this user's own: the package would share /tmp/chromium with every other user.
  const folder = path.join(tmpdir(), `velvet-rope-chromium-${userInfo().uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  try {
    const executablePath = await npmChromium.executablePath(bin);
    // Machines without a browser seldom have NSS and fonts either; the package brings both.
    const libraries = path.join(await inflate(path.join(bin, 'al2023.tar.br')), 'lib');
    const env = { ...process.env, LD_LIBRARY_PATH: libraries, TMPDIR: TMPDIR ?? tmpdir() };
    const fonts = existsSync('/etc/fonts') ? {} : { FONTCONFIG_PATH: path.join(folder, 'fonts') };
    return {
      executablePath,
      args: [...QUIET, '--no-zygote'],
      chromiumSandbox: false,
      env: { ...env, ...fonts },
    };
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}
