import { expect, type Locator, type Page } from '@playwright/test';

/** An action in the product, with an optional picture of its result. */
export type Step = {
  who: 'admin' | 'staff' | 'influencer';
  run: (page: Page) => Promise<unknown>;
  picture?: string;
  scheme?: 'light';
  /** In pixels; 800 by default. */
  height?: number;
};

export function rowOf(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text });
}

export function dialogOf(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name });
}

export function clickButton(scope: Pick<Page, 'getByRole'>, name: string): Promise<void> {
  return scope.getByRole('button', { name, exact: true }).click();
}

/** Searches again if a busy machine lost the first search, or closed the list of options. */
export async function choose(scope: Locator, field: string, option: string): Promise<void> {
  const box = scope.getByRole('combobox', { name: field });
  const found = scope.page().getByRole('option', { name: option }).first();
  await expect(async () => {
    await box.fill('');
    await box.fill(option);
    await found.click({ timeout: 5_000 });
  }).toPass();
}

/** Opens the only record that matches a search. */
export async function openFound(page: Page, box: string, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: box }).fill(text);
  await page.getByText(/^1 (influencer|user)$/).waitFor();
  await rowOf(page, text).click();
}

/** Chooses the 15th of next month at the suggested hour. */
export async function chooseDay(page: Page, field: string): Promise<void> {
  await page.getByLabel(field).click();
  await clickButton(page, 'Next month');
  await page.getByRole('button', { name: /^15 / }).click();
  await clickButton(page, 'Done');
}
