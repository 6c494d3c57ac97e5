import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEMO_PASSWORD } from '#src/demo/seed.ts';
import {
  createIssuer,
  createWallet,
  present,
} from '#src/features/trust/age-checks/server/eu-wallet/eu-issuer.testing.ts';
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
      const signIn = async () => {
        const data = { email: 'fan@demo.test', password: DEMO_PASSWORD };
        expect((await page.request.post(`${url}/api/auth/sign-in`, { data })).ok()).toBe(true);
      };

      // Without a check, the fan manages subscriptions and the account, and sees no creator.
      await signIn();
      await page.goto(`${url}/my-feed`);
      await page.getByRole('link', { name: 'your subscriptions and payments' }).click();
      await expect(page.getByText('Verify your age to see creators.')).toBeVisible();
      await expectAccessibleInBothSchemes(page, { everything: true });
      const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
      await expect(cancel.first()).toBeVisible();
      const before = await cancel.count();
      await cancel.first().click();
      await page.getByRole('button', { name: 'Cancel Subscription' }).click();
      await expect(cancel).toHaveCount(before - 1);
      await page.getByRole('tab', { name: 'Purchase history' }).click();
      await page
        .getByRole('link', { name: /^Receipt / })
        .first()
        .click();
      await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
      await page.getByRole('button', { name: 'Open menu' }).click();
      await page.getByRole('link', { name: 'My Account' }).click();
      await expect(page.getByRole('button', { name: 'Close My Account' })).toBeVisible();
      expect(pictures).toEqual([]);
      await page.goto('about:blank');
      await context.clearCookies();

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
      // The check leads back by itself.
      await finish('Over 18');
      await page.waitForURL(`${url}/marlowe-vesperine`);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect.poll(() => pictures.length).toBeGreaterThan(0);
      await page.goto(`${url}/age-check`);
      await expect(page.getByRole('heading', { name: 'You’re verified' })).toBeFocused();
      await expectAccessibleInBothSchemes(page, { everything: true });

      // The fan takes the verification along, and finds it on another device.
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

test('a wallet that the browser finds proves the age, and leads back', LONG, async ({ page }) => {
  test.setTimeout(300_000);
  const [issuer, wallet] = [await createIssuer(), await createWallet()];
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'velvet-rope-issuers-')), 'issuers.pem');
  writeFileSync(file, issuer.rootPem);
  const { url, stop } = await startProduct('demo.ts', {
    DEMO_PICTURES: 'uniform',
    TRUST_PROXY: 'true',
    COUNTRY_HEADER: 'x-country',
    VERIFIED_REGIONS: 'FR',
    AGE_CHECKS: 'eu_wallet',
    EU_AGE_ISSUERS_FILE: file,
  });
  await page.exposeFunction('presentProof', async (nonce: string) => {
    const request = { origin: new URL(url).origin, nonce };
    const attestation = await wallet.issue(issuer);
    return (await present(attestation, { request, signingKey: wallet.deviceKey })).vpToken;
  });
  // A browser with a wallet, whose user agrees the second time.
  await page.addInitScript(() => {
    const { presentProof } = window as unknown as { presentProof: (n: string) => Promise<string> };
    let calls = 0;
    const DigitalCredential = {
      userAgentAllowsProtocol: (name: string) => name.endsWith('-unsigned'),
    };
    Object.defineProperty(window, 'DigitalCredential', { value: DigitalCredential });
    navigator.credentials.get = async (options) => {
      if (++calls === 1) throw new DOMException('refused', 'NotAllowedError');
      const { digital } = options as unknown as {
        digital: { requests: { data: { nonce: string } }[] };
      };
      const vpToken = await presentProof(digital.requests[0]!.data.nonce);
      return { data: { vp_token: JSON.parse(vpToken) } } as unknown as Credential;
    };
  });
  try {
    await page.setExtraHTTPHeaders({ 'x-country': 'FR' });
    await page.goto(`${url}/marketplace`);
    await page.getByRole('button', { name: /Your age verification app/ }).click();
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
    const choose = page.getByRole('button', { name: 'Choose a wallet' });
    await choose.click();
    await expect(page.getByRole('alert')).toContainText('Your browser found no proof of age');
    await expectAccessibleInBothSchemes(page, { everything: true });
    await choose.click();
    // The marketplace is for signed-in people.
    await page.waitForURL(/\/auth\b|\/login\b/);
    await page.goto(`${url}/marlowe-vesperine`);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  } finally {
    await page.setExtraHTTPHeaders({});
    await stop();
  }
});
