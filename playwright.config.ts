import { defineConfig, devices } from '@playwright/test';
import { findTestBrowser, withMouse } from './e2e/support/browser.ts';
import { findOtherEngines, type EngineName } from './e2e/support/engines/engines.ts';

const browser = await findTestBrowser();
/** The journeys of the back office, mostly used with a mouse. */
const WITH_MOUSE = ['back-office/**', '{money,planning,studio,vault}.spec.ts'];

export default defineConfig<object, { engineName: EngineName }>({
  testDir: 'e2e',
  outputDir: 'test-results',
  snapshotPathTemplate: '{testDir}/recorded/{arg}{ext}',
  globalSetup: './e2e/support/product.ts',
  // The journeys share one server with demo data; two workers suit two cores.
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // Tests that pass only on retry (--retries, as in `npm test`) make the run fail.
  failOnFlakyTests: true,
  // Long enough for a busy machine.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    baseURL: process.env.PRODUCT_URL,
    // Starting one in every new context costs a tenth of the run, and its requests cannot be
    // intercepted. offline.spec.ts allows it.
    serviceWorkers: 'block',
    // The journeys of a worker share one browser context, emptied of cookies and storage each time, so
    // that the scripts stay in its cache: a third less CPU.
    reuseContext: true,
    // Transitions would cost time and test nothing.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of each first attempt would cost a tenth of the whole run.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  projects: [
    // A headless browser reports that it has no pointer that hovers, like a phone.
    {
      name: 'without a mouse',
      testIgnore: [...WITH_MOUSE, 'engines/**'],
      use: { launchOptions: browser },
    },
    {
      name: 'with a mouse',
      testMatch: WITH_MOUSE,
      use: { launchOptions: withMouse(browser) },
    },
    ...findOtherEngines().installed.map((engineName) => ({
      name: engineName,
      testMatch: 'engines/*.spec.ts',
      use: { engineName, serviceWorkers: 'allow' as const, trace: 'off' as const },
    })),
  ],
});
