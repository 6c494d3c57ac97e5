import { test as base, expect } from '../test.ts';
import type { Engine } from './engine.ts';
import { startEngine, type EngineName } from './engines.ts';

export { expect };

type Fixtures = {
  /** The errors in the console of the page, which fail the test at its end. */
  faults: string[];
};
type WorkerFixtures = { engineName: EngineName; engine: Engine };

/** What WebKit reports of a request that ends because its page is left. */
const LEFT_PAGE = /^(EventSource|Fetch API) cannot load .+ due to access control checks\.$/;

/** Journeys in the engine of the project. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  engineName: ['Chromium', { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName }, provide) => {
      const engine = await startEngine(engineName);
      await provide(engine);
      await engine.stop();
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures here.
  faults: async ({}, provide) => provide([]),
  page: async ({ engine, viewport, baseURL, faults }, provide, { errors }) => {
    const { page, close } = await engine.open(viewport!, baseURL!);
    const add = (text: string) => LEFT_PAGE.test(text) || faults.push(text);
    page.on('pageerror', (error) => add(String(error)));
    page.on('console', (message) => message.type() === 'error' && add(message.text()));
    await provide(page);
    // The picture that Playwright takes of a closing page adds a style that the policy refuses.
    const found = [...faults];
    await close();
    if (errors.length === 0) expect(found).toEqual([]);
  },
});
