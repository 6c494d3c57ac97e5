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
/** Pages of tests live for seconds: optimizing their scripts costs more CPU than it saves. */
const SHORT_PAGES = ['--in-process-gpu', '--js-flags=--no-opt --no-maglev'];

const MOUSE =
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4';

/** The system's Chromium or Chrome if installed, otherwise the Chromium from npm. */
export async function findBrowser(): Promise<LaunchOptions> {
  const system = SYSTEM_BROWSERS.find((file) => file && existsSync(file));
  if (system && process.env.CHROMIUM !== 'npm') {
    return { executablePath: system, args: QUIET, chromiumSandbox: canSandbox() };
  }
  return unpackNpmChromium();
}

/**
 * The Chromium from npm on the platform that it supports, because it is made for automation and needs
 * half the CPU of a desktop browser. `CHROMIUM` names another browser.
 */
export async function findTestBrowser(): Promise<LaunchOptions> {
  const supported = process.platform === 'linux' && process.arch === 'x64';
  if (!supported || process.env.CHROMIUM) return findBrowser();
  const { args = [], ...options } = await unpackNpmChromium();
  return { ...options, args: [...args, ...SHORT_PAGES] };
}

/** The same browser on a desktop with a mouse, for styles that depend on hovering. */
export function withMouse({ args = [], ...options }: LaunchOptions): LaunchOptions {
  return { ...options, args: [...args, MOUSE] };
}

// Chromium supports no sandbox as root or without user namespaces.
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
  // A folder for this user only: the package would share /tmp/chromium with all users.
  const folder = path.join(tmpdir(), `velvet-rope-chromium-${userInfo().uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  try {
    const executablePath = await npmChromium.executablePath(bin);
    // Machines without a browser usually lack NSS and fonts, which the package includes.
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
