import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(target).toBeFocused({ timeout: 100 });
  }).toPass({ intervals: [0], timeout: 20_000 });
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
