import type { Locator } from '@playwright/test';

/**
 * Enters a date (YYYY-MM-DD) as the picker of a browser does. React ignores what Playwright assigns to
 * the field in an engine where both share the scripts' world.
 */
export function enterDate(field: Locator, date: string): Promise<void> {
  return field.evaluate((input: HTMLInputElement, value) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
    set!.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, date);
}
