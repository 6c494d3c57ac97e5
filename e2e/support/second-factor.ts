import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { expect } from './test.ts';

/** Enters the first code where the secret is shown. @returns the recovery codes */
export async function turnOnSecondFactor(page: Page): Promise<string[]> {
  const key = page.locator('code').filter({ hasText: /^[A-Z2-7 ]{39}$/ });
  const secret = (await key.textContent())!.replaceAll(' ', '');
  await page.getByLabel('Code', { exact: true }).fill(new TOTP({ secret }).generate());
  await page.getByRole('button', { name: 'Turn On' }).click();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused();
  const recoveryCodes = page.getByRole('listitem').locator('code');
  await expect(recoveryCodes).toHaveCount(10);
  return recoveryCodes.allTextContents();
}
