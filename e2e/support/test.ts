import { randomInt, randomUUID } from 'node:crypto';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import axe from 'axe-core';
import { DEMO_PASSWORD } from '#src/demo/seed.ts';
import type { FanSignup } from '#src/features/identity/accounts/accounts.schema.ts';

export { expect };

/** The details of a journey that only `npm run test:long` runs. */
export const LONG = { tag: '@long' };

type Credentials = { email: string; password: string };
type Fixtures = {
  /** Signs in as a demo user of a role, or with credentials. */
  signIn: (who: 'admin' | 'staff' | 'influencer' | 'fan' | Credentials) => Promise<void>;
  /** Signs up a new fan for this test, without signing in. */
  newFan: () => Promise<Credentials>;
};

// All journeys share one client address, whose attempts are limited; the product trusts this header.
const asAnotherClient = () => ({
  'x-forwarded-for': `10.${[0, 0, 0].map(() => randomInt(256)).join('.')}`,
});

export const test = base.extend<Fixtures>({
  // Every journey proves the content security policy and the preloads of the pages that it opens.
  page: async ({ page }, provide) => {
    const found: string[] = [];
    page.on('console', (message) => {
      const isFault = /Content Security Policy|credentials mode does not match/i;
      if (isFault.test(message.text())) found.push(message.text());
    });
    await provide(page);
    expect(found).toEqual([]);
  },
  signIn: async ({ page }, provide) => {
    await provide(async (who) => {
      const data =
        typeof who === 'string' ? { email: `${who}@demo.test`, password: DEMO_PASSWORD } : who;
      const response = await page.request.post('/api/auth/sign-in', {
        data,
        headers: asAnotherClient(),
      });
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
        preferences: ['Nerdy', 'Cosplay'],
        specialDataConsent: true,
      };
      const response = await request.post('/api/fans', { data: fan, headers: asAnotherClient() });
      expect(response.ok(), await response.text()).toBe(true);
      return { email: fan.email, password: fan.password };
    });
  },
});

const WCAG_LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The axe rules that depend on colours only. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

type Accessibility = { everything?: boolean; colours?: boolean };

/** Rows and cards beyond the first few of a list consist of the same components. */
const REPEATED = ['tbody tr:nth-child(n + 6)', 'article:nth-of-type(n + 6)'];

async function findViolations(page: Page, options: axe.RunOptions): Promise<axe.Result[]> {
  // The axe of the page collects the results of its frames.
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
  }
  return page.evaluate(
    async ({ runOptions, repeated }) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe;
      // Nobody reaches what is behind an open dialog.
      const dialog = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
      const exclude = repeated.filter((selector) => document.querySelector(selector));
      const { violations } = await run({ include: [dialog ?? document], exclude }, runOptions);

      // A target that a sticky bar covers in part counts only if scrolling does not uncover it.
      const isObscured = ({ any }: axe.NodeResult): boolean =>
        any.some(({ data }) => data?.messageKey === 'partiallyObscured');
      for (const violation of violations.filter(({ id }) => id === 'target-size')) {
        const remaining: axe.NodeResult[] = [];
        for (const node of violation.nodes) {
          const element = document.querySelector(String(node.target[0]));
          if (!isObscured(node) || !element) {
            remaining.push(node);
            continue;
          }
          element.scrollIntoView({ block: 'center', behavior: 'instant' });
          const again = await run(element, { runOnly: ['target-size'] });
          remaining.push(...again.violations.flatMap(({ nodes }) => nodes));
        }
        violation.nodes = remaining;
      }
      return violations.filter(({ nodes }) => nodes.length > 0);
    },
    { runOptions: options, repeated: REPEATED },
  );
}

/**
 * Expects that axe finds no serious or critical violation on the current page. `everything` includes
 * minor violations and best practices; `colours` checks only the colour rules.
 */
export async function expectAccessible(
  page: Page,
  { everything = false, colours = false }: Accessibility = {},
): Promise<void> {
  // Elements that fade in or out do not have their final colours yet.
  await page.evaluate(async () => {
    // Those of cards that are not drawn never end.
    const isDrawn = ({ target }: KeyframeEffect) =>
      target?.checkVisibility({ contentVisibilityAuto: true });
    const finiteAnimations = () =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .filter(({ effect }) => isDrawn(effect as KeyframeEffect));
    for (let quietFrames = 0; quietFrames < 5; quietFrames++) {
      await new Promise(requestAnimationFrame);
      const running = finiteAnimations();
      if (running.length > 0) quietFrames = 0;
      await Promise.allSettled(running.map(({ finished }) => finished));
    }
  });
  const options: axe.RunOptions = { resultTypes: ['violations'] };
  if (colours) options.runOnly = { type: 'rule', values: COLOUR_RULES };
  else if (!everything) options.runOnly = { type: 'tag', values: WCAG_LEVELS };
  const violations = await findViolations(page, options);
  const found = violations
    .filter(({ impact }) => everything || impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map((node) => node.target.join(' ')),
    }));
  expect(found, page.url()).toEqual([]);
}

/** Runs `expectAccessible` in the dark scheme, and its colour rules in the light scheme. */
export async function expectAccessibleInBothSchemes(
  page: Page,
  options: Accessibility = {},
): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Does what the page's script does before the first paint; public pages ignore later changes.
    await page.evaluate(
      (scheme) => document.documentElement.setAttribute('data-mantine-color-scheme', scheme),
      colorScheme,
    );
    await expectAccessible(page, { ...options, colours: colorScheme === 'light' });
  }
}

/** The toast with this title. */
export function toast(page: Page, title: string) {
  return page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('listitem')
    .filter({ hasText: title });
}

/** Waits until the form of a public page, if any, can be used. */
export async function waitForForm(page: Page): Promise<void> {
  const submit = page.locator('[data-form] [type="submit"]').first();
  if ((await submit.count()) > 0) await expect(submit).toBeEnabled();
}

/** Chooses the only influencer that a search finds. */
export async function chooseInfluencer(
  field: Locator,
  search: string,
  name: string,
): Promise<void> {
  await field.fill(search);
  const options = field.page().getByRole('option');
  // Before the search is done, the option is still moving.
  await expect(options).toHaveCount(1);
  await options.filter({ hasText: name }).click();
}

/** Searches a list for its only record, and waits until the row has moved to its place. */
export async function searchList(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: label }).fill(text);
  await expect(page).toHaveURL(/[?&]search=/);
  await expect(page.locator('[data-row]')).toHaveCount(1);
}
