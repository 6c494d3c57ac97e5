import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, firefox, type Browser } from '@playwright/test';
import { findTestBrowser } from '../browser.ts';
import type { Engine } from './engine.ts';
import { startWebKit } from './webkit.ts';

export type EngineName = 'Chromium' | 'Firefox' | 'WebKit';

const FIREFOXES = [
  process.env.FIREFOX ?? '',
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];
const findFirefox = () => FIREFOXES.find((file) => file && existsSync(file));

const succeeds = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
const hasWebKit = () =>
  succeeds('which', 'Xvfb') &&
  succeeds('/usr/bin/python3', '-c', 'import gi; gi.require_version("WebKit2", "4.1")');

/** The engines beside Chromium, with the Debian packages that each needs. */
const OTHERS = [
  { name: 'Firefox', packages: 'firefox-esr', isInstalled: () => findFirefox() !== undefined },
  { name: 'WebKit', packages: 'gir1.2-webkit2-4.1 python3-gi xvfb', isInstalled: hasWebKit },
] as const;

/** Which engines beside Chromium this machine can start. */
export function findOtherEngines() {
  const { installed = [], missing = [] } = Object.groupBy(OTHERS, ({ isInstalled }) =>
    isInstalled() ? 'installed' : 'missing',
  );
  return { installed: installed.map(({ name }) => name), missing };
}

function fromBrowser(browser: Browser): Engine {
  return {
    async open(viewport, baseURL) {
      const context = await browser.newContext({ viewport, baseURL, colorScheme: 'dark' });
      return { page: await context.newPage(), close: () => context.close() };
    },
    stop: () => browser.close(),
  };
}

async function startFirefox(): Promise<Engine> {
  const browser = await firefox.launch({
    // Playwright drives an unchanged Firefox by WebDriver BiDi then.
    channel: 'moz-firefox',
    executablePath: fileURLToPath(new URL('firefox.ts', import.meta.url)),
    env: {
      ...process.env,
      FIREFOX: findFirefox(),
      // The Node that runs this also runs the file above.
      PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
    },
    firefoxUserPrefs: {
      'ui.prefersReducedMotion': 1,
      'layout.css.prefers-color-scheme.content-override': 0,
      // As on phones, and as the other engines are started.
      'ui.useOverlayScrollbars': 1,
    },
  });
  return fromBrowser(browser);
}

const START: Record<EngineName, () => Promise<Engine>> = {
  Chromium: async () => fromBrowser(await chromium.launch(await findTestBrowser())),
  Firefox: startFirefox,
  WebKit: startWebKit,
};

export function startEngine(name: EngineName): Promise<Engine> {
  return START[name]();
}
