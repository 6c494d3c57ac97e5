import { test as base, expect } from '../test.ts';
import type { Engine } from './engine.ts';
import { startEngine, type EngineName } from './engines.ts';

export { expect };

type Fixtures = {
  /** The errors in the console of the page, which fail the test at its end. */
  faults: string[];
};
type WorkerFixtures = { engineName: EngineName; engine: Engine };

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
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    await provide(page);
    // The picture that Playwright takes of a closing page adds a style that the policy refuses.
    const found = [...faults];
    await close();
    if (errors.length === 0) expect(found).toEqual([]);
  },
});
