import type { Page } from '@playwright/test';
import { dialogOf, openFound, type Step } from './guide-actions.ts';

async function openPayee(page: Page): Promise<void> {
  await page.goto('/influencers');
  await openFound(page, 'Search name, email or URL', 'Ottoline Marchbanks');
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('tab', { name: 'Payouts History' }).click();
  await page.getByRole('heading', { name: 'Tax details' }).waitFor();
}

async function openDispute(page: Page): Promise<void> {
  await page.goto('/disputes');
  await page.getByRole('table', { name: 'Disputes' }).getByRole('row').nth(1).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Download PDF' }).waitFor();
}

async function openProfit(page: Page): Promise<void> {
  await page.goto('/reports?range=last-12-months');
  const heading = page.getByRole('heading', { name: 'Profit and loss', exact: true });
  await heading.waitFor();
  await heading.evaluate((element) => {
    element.scrollIntoView({ block: 'start' });
    // Below the bar of the frame.
    window.scrollBy(0, -90);
  });
}

async function openPayoutRules(page: Page): Promise<void> {
  await page.goto('/payouts?action=rules');
  await dialogOf(page, 'Payout Rules').getByRole('button', { name: 'Save Rules' }).waitFor();
}

/** The pictures of rules, payees, taxes and profit. */
export const MONEY_STEPS: Step[] = [
  { who: 'admin', picture: 'payout-rules', run: openPayoutRules },
  { who: 'admin', picture: 'payee', height: 1750, run: openPayee },
  {
    who: 'admin',
    picture: 'payee-reports',
    height: 900,
    run: (page) => page.goto('/payee-reports'),
  },
  { who: 'admin', picture: 'tax-report', run: (page) => page.goto('/tax-report') },
  { who: 'admin', picture: 'dispute', height: 900, run: openDispute },
  { who: 'admin', picture: 'profit', height: 900, run: openProfit },
];
