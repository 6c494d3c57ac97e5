import { expect, type Locator, type Page } from '@playwright/test';

/** More than any page has elements that Tab reaches. */
const MOST_PRESSES = 400;

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target).toBeFocused();
}

/**
 * Presses Enter on an item of a menu that has just opened. An opening menu focuses its first item
 * one timer later, which a person never outruns, but a journey does.
 */
export async function pressInMenu(item: Locator): Promise<void> {
  await expect(item).toBeVisible();
  await item.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  );
  await item.press('Enter');
}
