import { randomUUID } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#src/demo/seed.ts';
import type { FanSignup } from '#src/features/identity/accounts/accounts.schema.ts';

export { expect };

type Credentials = { email: string; password: string };
type Fixtures = {
  /** Signs the page's browser in as the demo's admin, staff, influencer or fan, or as anyone. */
  signIn: (who: 'admin' | 'staff' | 'influencer' | 'fan' | Credentials) => Promise<void>;
  /** Signs up a fan of this test's own, who is not signed in yet. */
  newFan: () => Promise<Credentials>;
};

export const test = base.extend<Fixtures>({
  signIn: async ({ page }, provide) => {
    await provide(async (who) => {
      const data =
        typeof who === 'string' ? { email: `${who}@demo.test`, password: DEMO_PASSWORD } : who;
      const response = await page.request.post('/api/auth/sign-in', { data });
      expect(response.ok(), await response.text()).toBe(true);
    });
  },
  newFan: async ({ request }, provide) => {
    await provide(async () => {
      const fan: FanSignup = {
        email: `fan-${randomUUID()}@example.test`,
        password: 'correct-horse',
        gender: 'female',
        sexualPreference: 'bisexual',
        dateOfBirth: '1990-05-17',
        preferences: ['Fitness', 'Cosplay'],
      };
      const response = await request.post('/api/fans', { data: fan });
      expect(response.ok(), await response.text()).toBe(true);
      return { email: fan.email, password: fan.password };
    });
  },
});

const WCAG_LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules of axe that a change of colours alone can break. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

type Accessibility = { everything?: boolean; colours?: boolean };

/**
 * Fails with what axe finds serious or critical on the page as it stands; with `everything`, with
 * whatever axe finds, its advice included; with `colours`, with what is wrong with those.
 */
export async function expectAccessible(
  page: Page,
  { everything = false, colours = false }: Accessibility = {},
): Promise<void> {
  // What is fading in or out has no colour of its own yet.
  await page.evaluate(async () => {
    const passing = () =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    for (let quietFrames = 0; quietFrames < 5; quietFrames++) {
      await new Promise(requestAnimationFrame);
      const running = passing();
      if (running.length > 0) quietFrames = 0;
      await Promise.allSettled(running.map(({ finished }) => finished));
    }
  });
  const axe = new AxeBuilder({ page });
  if (colours) axe.withRules(COLOUR_RULES);
  else if (!everything) axe.withTags(WCAG_LEVELS);
  const { violations } = await axe.analyze();
  const found = violations
    .filter(({ impact }) => everything || impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map((node) => node.target.join(' ')),
    }));
  expect(found, page.url()).toEqual([]);
}

/** As `expectAccessible` in the dark scheme, and then the colours of the same page in the light one. */
export async function expectAccessibleInBothSchemes(
  page: Page,
  options: Accessibility = {},
): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // What a script does before the first paint; public pages do not follow a later change.
    await page.evaluate(
      (scheme) => document.documentElement.setAttribute('data-mantine-color-scheme', scheme),
      colorScheme,
    );
    await expectAccessible(page, { ...options, colours: colorScheme === 'light' });
  }
}

/** The toast with this title. */
export const toast = (page: Page, title: string) =>
  page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('listitem')
    .filter({ hasText: title });
