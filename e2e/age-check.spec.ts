import { DEMO_PASSWORD } from '#src/demo/seed.ts';
import { startProduct } from '../scripts/product.ts';
import { expect, expectAccessibleInBothSchemes, LONG, test } from './support/test.ts';

test(
  'on a phone where ages are verified, creators are shown after a check, and to the account everywhere',
  LONG,
  async ({ page, context }) => {
    test.setTimeout(300_000);
    const { url, stop } = await startProduct('demo.ts', {
      DEMO_PICTURES: 'uniform',
      TRUST_PROXY: 'true',
      COUNTRY_HEADER: 'x-country',
      VERIFIED_REGIONS: 'FR',
    });
    const isPicture = (path: string) => /^\/(images|media)\//.test(path);
    const pictures: string[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (isPicture(pathname) && response.ok()) pictures.push(pathname);
    });
    const finish = async (result: string) => {
      await page.getByRole('button', { name: /Test check/ }).click();
      await expect(page.getByRole('heading', { name: 'Age check' })).toBeVisible();
      await page.getByText(result, { exact: true }).click();
      await page.getByRole('button', { name: 'Finish' }).click();
    };
    try {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.setExtraHTTPHeaders({ 'x-country': 'FR' });
      await page.goto(`${url}/marlowe-vesperine`);
      const gate = page.getByRole('dialog', { name: 'Verify your age' });
      await expect(gate.getByRole('link', { name: 'Verify your age' })).toBeFocused();
      await expectAccessibleInBothSchemes(page, { everything: true });
      await gate.getByRole('link', { name: 'Verify your age' }).click();
      await expect(page.getByText('We only learn that you’re over 18')).toBeVisible();
      await expectAccessibleInBothSchemes(page, { everything: true });

      await finish('Not over 18');
      await expect(
        page.getByRole('heading', { name: 'We couldn’t verify your age' }),
      ).toBeFocused();
      await expectAccessibleInBothSchemes(page, { everything: true });
      await finish('Never answer');
      await expect(page.getByRole('heading', { name: 'Waiting for your result' })).toBeFocused();
      await page.getByRole('button', { name: 'Start again' }).click();
      expect(pictures).toEqual([]);
      await finish('Over 18');
      await expect(page.getByRole('heading', { name: 'You’re verified' })).toBeFocused();
      await expectAccessibleInBothSchemes(page, { everything: true });
      await page.getByRole('link', { name: 'Continue' }).click();
      await page.waitForURL(`${url}/marlowe-vesperine`);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect.poll(() => pictures.length).toBeGreaterThan(0);

      // The fan takes the verification along, and finds it on another device.
      const signIn = async () => {
        const data = { email: 'fan@demo.test', password: DEMO_PASSWORD };
        expect((await page.request.post(`${url}/api/auth/sign-in`, { data })).ok()).toBe(true);
      };
      await signIn();
      await page.goto(`${url}/my-feed`);
      await expect(page.getByRole('article').first()).toBeVisible();
      // Nothing of the open page may navigate at the same time.
      await page.goto('about:blank');
      await context.clearCookies();
      await page.goto(`${url}/marketplace`);
      await expect(page.getByRole('heading', { name: 'Verify your age' })).toBeVisible();
      await signIn();
      await page.goto(`${url}/marketplace`);
      await expect(page.getByRole('article').first()).toBeVisible();
    } finally {
      await page.setExtraHTTPHeaders({});
      await stop();
    }
  },
);
