import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium, expect, type Browser, type Page } from '@playwright/test';
import sharp from 'sharp';
import { makeDemoImage } from '#src/demo/media/media.ts';
import { findTestBrowser } from '../e2e/support/browser.ts';
import { readArguments } from './commands.mjs';
import {
  choose,
  chooseDay,
  clickButton,
  dialogOf,
  openApplication,
  openCommandPalette,
  openEscalation,
  openFound,
  rowOf,
  type Step,
} from './guide-actions.ts';
import { MONEY_STEPS } from './guide-money.ts';
import { startDemoProduct } from './product.ts';
import { openSignedIn, settle } from './screens.ts';

const FOLDER = 'docs/images/guide';
const WIDTH = 1280;
const QUALITY = 82;

const INFLUENCER = 'Marlowe Vesperine';
/** The demo has announced a new price to the fans of this influencer. */
const NEW_PRICE_OF = 'Isaura Whitlock-Tane';
const TASK = 'Three pictures in evening light';
const FILES = [
  ['bokeh', 'ember'],
  ['velvet', 'cognac'],
  ['neon', 'dusk'],
] as const;
const PASSWORD = 'lantern-harbor-41';

async function convert(page: Page): Promise<void> {
  await page.goto('/applications');
  await page.getByRole('radiogroup', { name: 'Status' }).getByText('Accepted').click();
  await page
    .getByRole('button', { name: /^Convert / })
    .first()
    .click();
  const dialog = dialogOf(page, 'Create Influencer');
  await dialog.getByLabel('Password').first().fill(PASSWORD);
  await choose(dialog, 'Content Category', 'Beauty');
  // Scrolls to the top of the dialog.
  await page.mouse.move(WIDTH / 2, 400);
  await page.mouse.wheel(0, -2_000);
}

async function createInfluencer(page: Page): Promise<void> {
  await convert(page);
  await clickButton(dialogOf(page, 'Create Influencer'), 'Create Influencer');
  await dialogOf(page, 'Influencer created successfully!').waitFor();
}

async function openMyPage(page: Page): Promise<void> {
  await page.goto('/influencers');
  await openFound(page, 'Search name, email or URL', INFLUENCER);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('tab', { name: 'My Page' }).click();
  await page.getByLabel('Hero subtitle').fill('Lamps out, records on. A new set every Friday.');
}

async function openInfluencer(page: Page): Promise<void> {
  await page.goto('/influencers');
  await openFound(page, 'Search name, email or URL', INFLUENCER);
  await page.getByRole('heading', { level: 1, name: INFLUENCER }).waitFor();
}

async function openMessage(page: Page): Promise<void> {
  await page.goto('/inbox');
  await rowOf(page, 'My account').first().click();
  const reply = page.getByRole('dialog').getByLabel('Reply');
  await reply.fill('Glad that it worked. Press New Recovery Codes under My Account.');
}

async function openFan(page: Page): Promise<void> {
  await page.goto('/payments?state=paid&search=fan7@demo.test');
  await page.locator('[data-row]').first().getByRole('link').click();
  await page.getByRole('list', { name: 'Timeline' }).waitFor();
}

async function selectTasks(page: Page): Promise<void> {
  await page.goto('/tasks?status=review');
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  await boxes.first().click();
  await boxes.nth(4).click({ modifiers: ['Shift'] });
}

async function createTask(page: Page): Promise<void> {
  await page.goto('/tasks');
  await clickButton(page, 'New Task');
  const dialog = dialogOf(page, 'New Task');
  await dialog.getByLabel('Title').fill(TASK);
  await choose(dialog, 'Assignees', INFLUENCER);
  // The list of influencers stays open for more of them, and covers the next field.
  await page.keyboard.press('Tab');
  await chooseDay(page, 'Due date');
  await dialog
    .getByLabel('Description')
    .fill('Upright, no faces. Window light or one lamp; leave some dark around it.');
  await clickButton(dialog, 'Create Task');
  await dialog.waitFor({ state: 'hidden' });
}

async function submitTask(page: Page): Promise<void> {
  await page.goto('/my-tasks');
  await clickButton(page.getByRole('article', { name: TASK }).first(), 'Submit as Complete');
  const dialog = dialogOf(page, 'Submit as Complete');
  await dialog.getByLabel('Notes').fill('The third one is my favorite. More where they came from.');
  await dialog.getByRole('radio', { name: 'Upload here' }).click();
  const files = FILES.map(async ([style, palette], index) => ({
    name: `evening-${index + 1}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await makeDemoImage({ seed: 41 + index, kind: 'portrait', style, palette }),
  }));
  await dialog.locator('input[type="file"]').setInputFiles(await Promise.all(files));
  await dialog.getByRole('combobox', { name: 'Use of AI' }).click();
  await page.getByRole('option', { name: 'No AI' }).click();
  await clickButton(dialog, 'Submit');
  await dialog.waitFor({ state: 'hidden' });
}

async function openTask(page: Page): Promise<void> {
  await page.goto('/tasks?status=review');
  await rowOf(page, TASK).first().click();
  const files = page.getByRole('dialog').getByRole('list', { name: 'Files' });
  await expect(files.getByRole('button', { name: /^Open/ })).toHaveCount(FILES.length, {
    timeout: 60_000,
  });
}

async function makePost(page: Page): Promise<void> {
  await openTask(page);
  await clickButton(page, 'Create a post with these files');
  await page.getByLabel('Caption').fill('Three lamps, one evening. Which one would you keep?');
  await choose(page.getByRole('main'), 'Category', 'Nerdy');
  await page.getByText('Schedule', { exact: true }).click();
  await chooseDay(page, 'Date and time');
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
}

async function openPlan(page: Page): Promise<void> {
  await page.goto('/subscription-plans');
  await clickButton(page.getByRole('article').filter({ hasText: INFLUENCER }).first(), 'Edit');
  await dialogOf(page, 'Edit Plan').getByLabel('Price per month').fill('26');
}

async function openPriceChange(page: Page): Promise<void> {
  await page.goto('/subscription-plans');
  const card = page.getByRole('article').filter({ hasText: NEW_PRICE_OF });
  await clickButton(card.first(), 'Existing Fans');
  await dialogOf(page, 'Price for Existing Fans')
    .getByRole('list', { name: 'Price changes' })
    .waitFor();
}

async function openComplaint(page: Page): Promise<void> {
  await page.goto('/complaints');
  await page.getByRole('row').nth(1).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Decide' }).waitFor();
}

async function openSubscriber(page: Page): Promise<void> {
  await page.goto('/subscribers?status=past_due');
  await page.getByRole('row').nth(1).click();
  await page.getByRole('dialog').getByRole('heading', { name: 'Payments' }).waitFor();
}

async function openStatement(page: Page): Promise<void> {
  await page.goto('/payouts');
  await page.getByRole('row').nth(1).click();
  await page.getByRole('heading', { name: 'Payout Statement' }).waitFor();
}

async function openPayment(page: Page): Promise<void> {
  await page.goto('/payment-events?state=waiting');
  await page.getByRole('row').nth(1).click();
  await page.getByRole('dialog').getByText('Waiting').waitFor();
}

async function limitStaff(page: Page): Promise<void> {
  await page.goto('/users');
  await openFound(page, 'Search name or email', 'scout@demo.test');
  await page.getByText('Limit to certain influencers').scrollIntoViewIfNeeded();
}

async function openAuditTrail(page: Page): Promise<void> {
  // The steps before have filled the first page of all actions.
  await page.goto('/audit?action=created');
  await rowOf(page, 'Created influencer').first().click();
  await dialogOf(page, 'What was done').getByRole('table').first().waitFor();
}

async function openDashboard(page: Page): Promise<void> {
  await page.goto('/dashboard');
  // After a start no job has run yet, and the panel refreshes twice a minute.
  await page.getByText('A scheduled job ran').waitFor({ timeout: 150_000 });
}

/** The order matters: later pictures show the results of earlier steps. */
const STEPS: Step[] = [
  { who: 'staff', picture: 'palette', run: openCommandPalette },
  { who: 'staff', picture: 'applications', run: (page) => page.goto('/applications') },
  { who: 'staff', picture: 'application', run: openApplication },
  { who: 'staff', picture: 'convert', run: convert },
  { who: 'staff', run: createInfluencer },
  { who: 'staff', picture: 'influencer', height: 900, run: openInfluencer },
  { who: 'staff', picture: 'my-page', height: 900, run: openMyPage },
  { who: 'staff', run: createTask },
  { who: 'influencer', run: submitTask },
  { who: 'staff', picture: 'task', run: openTask },
  { who: 'staff', picture: 'selection', run: selectTasks },
  { who: 'staff', picture: 'agreements', run: (page) => page.goto('/agreements') },
  { who: 'staff', picture: 'message', run: openMessage },
  { who: 'staff', picture: 'complaint', height: 1000, run: openComplaint },
  { who: 'admin', picture: 'escalation', height: 1000, run: openEscalation },
  { who: 'staff', picture: 'records', run: (page) => page.goto('/record-index') },
  { who: 'admin', picture: 'automation', height: 900, run: (page) => page.goto('/automation') },
  { who: 'staff', picture: 'new-post', height: 1000, run: makePost },
  {
    who: 'staff',
    picture: 'calendar',
    height: 900,
    run: (page) => page.goto('/content/calendar?view=influencers'),
  },
  { who: 'staff', picture: 'plan', run: openPlan },
  { who: 'staff', picture: 'price-change', run: openPriceChange },
  { who: 'staff', picture: 'subscriber', run: openSubscriber },
  { who: 'admin', picture: 'payouts', run: (page) => page.goto('/payouts') },
  { who: 'staff', picture: 'statement', scheme: 'light', run: openStatement },
  { who: 'admin', picture: 'corrections', run: (page) => page.goto('/corrections') },
  { who: 'admin', picture: 'disputes', height: 1000, run: (page) => page.goto('/disputes') },
  { who: 'admin', picture: 'invoices', run: (page) => page.goto('/invoices') },
  {
    who: 'admin',
    picture: 'reconciliation',
    height: 1000,
    run: (page) => page.goto('/reconciliation'),
  },
  { who: 'admin', picture: 'ledger-checks', run: (page) => page.goto('/ledger-checks') },
  ...MONEY_STEPS,
  { who: 'admin', picture: 'bank-files', run: (page) => page.goto('/bank-files') },
  {
    who: 'admin',
    picture: 'reports',
    height: 900,
    run: (page) => page.goto('/reports?range=last-12-months'),
  },
  { who: 'staff', picture: 'fan', height: 900, run: openFan },
  { who: 'admin', picture: 'payment', run: openPayment },
  { who: 'admin', picture: 'limit', run: limitStaff },
  { who: 'admin', picture: 'audit', scheme: 'light', run: openAuditTrail },
  { who: 'staff', picture: 'dashboard', height: 1780, run: openDashboard },
];

async function runStep(browser: Browser, url: string, step: Step): Promise<void> {
  const { who, run, picture, scheme = 'dark', height = 800 } = step;
  const page = await openSignedIn(browser, url, who, {
    colorScheme: scheme,
    timezoneId: 'America/New_York',
    viewport: { width: WIDTH, height },
  });
  await run(page);
  if (picture) {
    await settle(page);
    const file = path.join(FOLDER, `${picture}.webp`);
    const { size } = await sharp(await page.screenshot({ animations: 'disabled' }))
      .webp({ quality: QUALITY })
      .toFile(file);
    console.log(`${file}: ${Math.ceil(size / 1024)} KB`);
  }
  await page.context().close();
}

// The pictures that the arguments name, or all with what happens between them.
const { positionals: names } = readArguments('scripts/guide-pictures.ts', process.argv.slice(2));
const steps = STEPS.filter(({ picture }) => names.length === 0 || names.includes(picture ?? ''));
mkdirSync(FOLDER, { recursive: true });
const product = await startDemoProduct();
try {
  const browser = await chromium.launch(await findTestBrowser());
  for (const step of steps) await runStep(browser, product.url, step);
  await browser.close();
} finally {
  await product.stop();
}
