import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

/** An A4 page without its margins, in CSS pixels. */
const PAPER = { width: 703, height: 1017 };

/** What a printer would leave out, cut off or print in color. */
const findFaults = (page: Page) =>
  page.evaluate((paperWidth) => {
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const main = document.querySelector('main, [id="main"]') ?? document.body;
    const shown = [...main.querySelectorAll<HTMLElement>('*')].filter(isShown);
    const textOf = (element: Element) => element.textContent?.trim().slice(0, 40) ?? '';
    const { backgroundColor } = getComputedStyle(document.documentElement);
    return {
      paper: backgroundColor,
      controls: [...document.querySelectorAll('nav, button, input, [role="search"]')]
        .filter((element) => isShown(element) && !element.closest('th'))
        .map((element) => element.outerHTML.slice(0, 120)),
      beyondPaper: shown
        .filter((element) => element.getBoundingClientRect().right > paperWidth + 1)
        .map(textOf),
      pale: shown
        .filter((element) => element.childElementCount === 0 && textOf(element))
        .filter((element) => {
          const [, ...channels] = /(\d+), (\d+), (\d+)/.exec(getComputedStyle(element).color)!;
          return channels.some((channel) => Number(channel) > 0x66);
        })
        .map(textOf),
    };
  }, PAPER.width);

const NOTHING = { paper: 'rgb(255, 255, 255)', controls: [], beyondPaper: [], pale: [] };

test('statements, receipts, lists and legal texts are printed black on white, whole and without controls', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize(PAPER);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark', reducedMotion: 'reduce' });
  const expectPrintable = async (address: string, landmark: string) => {
    await page.goto(address);
    await expect(page.getByText(landmark).first()).toBeVisible();
    await expect(page.locator('main [aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0);
    await expect.poll(() => findFaults(page), { message: address }).toEqual(NOTHING);
  };
  await expectPrintable('/terms', '1. This agreement');
  await expectPrintable('/2257', 'custodian');
  await signIn('admin');
  const { rows } = (await (await page.request.get('/api/payouts')).json()) as {
    rows: { id: string }[];
  };
  await expectPrintable(`/statements/${rows[0]!.id}`, 'Payout Statement');
  await expectPrintable('/payments', 'Paid');
  await expectPrintable('/applications', 'overdue');
  await expectPrintable('/tax-report', 'Austria');
  await signIn('influencer');
  await expectPrintable('/my-payouts', 'Bank details');
  await signIn('fan');
  await page.goto('/my-subscriptions?tab=purchases');
  const receipt = await page.locator('a[href^="/receipts/"]').first().getAttribute('href');
  await expectPrintable(receipt!, 'Receipt');
});
