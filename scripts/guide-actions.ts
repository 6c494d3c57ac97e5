import { expect, type Locator, type Page } from '@playwright/test';

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

/** Opens the only escalation for a reason. */
export async function openEscalation(page: Page): Promise<void> {
  await page.goto('/escalations');
  await clickButton(page, 'Open');
  const dialog = dialogOf(page, 'Open this escalation');
  await dialog.getByLabel('Reason').fill('To prepare the report');
  await clickButton(dialog, 'Open');
  await page.getByRole('region', { name: 'Chain of custody' }).waitFor();
}

/** Opens the command palette with what it finds. */
export async function openCommandPalette(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('hol');
  await page.getByRole('group', { name: 'Tasks' }).waitFor();
}

/** Opens the first application, and writes a note. */
export async function openApplication(page: Page): Promise<void> {
  await page.goto('/applications');
  await page.getByRole('row').nth(1).click();
  await page
    .getByRole('textbox', { name: 'Notes' })
    .fill('Good light, calm voice. Call on Monday.');
}
