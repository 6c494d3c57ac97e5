import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { makeDemoImage } from '#src/demo/media/media.ts';
import { findBrowser } from '../e2e/support/browser.ts';
import { startDemoProduct } from './product.ts';
import { openSignedIn, settle } from './screens.ts';

/** What somebody does in the product, and the picture of it if there is one. */
type Step = {
  who: 'admin' | 'staff' | 'influencer';
  go: (page: Page) => Promise<unknown>;
  picture?: string;
  scheme?: 'light';
  /** Pixels; 800 unless given. */
  height?: number;
};

const FOLDER = 'docs/images/guide';
const WIDTH = 1280;
const QUALITY = 82;

const INFLUENCER = 'Marlowe Vesperine';
const TASK = 'Three pictures in evening light';
const FILES = [
  ['bokeh', 'ember'],
  ['velvet', 'cognac'],
  ['neon', 'dusk'],
] as const;
const PASSWORD = 'lantern-harbor-41';

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const press = (place: Pick<Page, 'getByRole'>, name: string) =>
  place.getByRole('button', { name, exact: true }).click();

async function choose(place: Locator, field: string, option: string): Promise<void> {
  await place.getByRole('combobox', { name: field }).fill(option);
  await place.page().getByRole('option', { name: option }).first().click();
}

/** Searches a list for the one record that the words find, and opens it. */
async function openFound(page: Page, box: string, words: string): Promise<void> {
  await page.getByRole('searchbox', { name: box }).fill(words);
  await page.getByText(/^1 (influencer|user)$/).waitFor();
  await rowOf(page, words).click();
}

/** Chooses the 15th of the coming month, at the hour that the field offers. */
async function chooseDay(page: Page, field: string): Promise<void> {
  await page.getByLabel(field).click();
  await press(page, 'Next month');
  await page.getByRole('button', { name: /^15 / }).click();
  await press(page, 'Done');
}

async function openApplication(page: Page): Promise<void> {
  await page.goto('/applications');
  await page.getByRole('row').nth(1).click();
  await page
    .getByRole('textbox', { name: 'Notes' })
    .fill('Good light, calm voice. Call on Monday.');
}

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
  // Back to where the dialog opens.
  await page.mouse.move(WIDTH / 2, 400);
  await page.mouse.wheel(0, -2_000);
}

async function createInfluencer(page: Page): Promise<void> {
  await convert(page);
  await press(dialogOf(page, 'Create Influencer'), 'Create Influencer');
  await dialogOf(page, 'Influencer created successfully!').waitFor();
}

async function openMyPage(page: Page): Promise<void> {
  await page.goto('/influencers');
  await openFound(page, 'Search name, email or URL', INFLUENCER);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('tab', { name: 'My Page' }).click();
  await page.getByLabel('Hero subtitle').fill('Lamps out, records on. A new set every Friday.');
}

async function insertTask(page: Page): Promise<void> {
  await page.goto('/tasks');
  await press(page, 'New Task');
  const dialog = dialogOf(page, 'New Task');
  await dialog.getByLabel('Title').fill(TASK);
  await choose(dialog, 'Assignee', INFLUENCER);
  await chooseDay(page, 'Due date');
  await dialog
    .getByLabel('Description')
    .fill('Upright, no faces. Window light or one lamp; leave some dark around it.');
  await press(dialog, 'Create Task');
  await dialog.waitFor({ state: 'hidden' });
}

async function handIn(page: Page): Promise<void> {
  await page.goto('/my-tasks');
  await press(page.getByRole('article', { name: TASK }).first(), 'Submit as Complete');
  const dialog = dialogOf(page, 'Submit as Complete');
  await dialog.getByLabel('Notes').fill('The third one is my favorite. More where they came from.');
  await dialog.getByRole('radio', { name: 'Upload here' }).click();
  const files = FILES.map(async ([look, palette], index) => ({
    name: `evening-${index + 1}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await makeDemoImage({ seed: 41 + index, kind: 'portrait', look, palette }),
  }));
  await dialog.locator('input[type="file"]').setInputFiles(await Promise.all(files));
  await press(dialog, 'Submit');
  await dialog.waitFor({ state: 'hidden' });
}

async function openTask(page: Page): Promise<void> {
  await page.goto('/tasks');
  await rowOf(page, TASK).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Open evening-3.jpg' }).waitFor();
}

async function makePost(page: Page): Promise<void> {
  await openTask(page);
  await press(page, 'Make a post of these files');
  await page.getByLabel('Caption').fill('Three lamps, one evening. Which one would you keep?');
  await choose(page.getByRole('main'), 'Category', 'Nerdy');
  await page.getByText('Schedule', { exact: true }).click();
  await chooseDay(page, 'Date and time');
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
}

async function openPlan(page: Page): Promise<void> {
  await page.goto('/subscription-plans');
  await press(page.getByRole('article').filter({ hasText: INFLUENCER }).first(), 'Edit');
  await dialogOf(page, 'Edit Plan').getByLabel('Commission').fill('18');
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
  await page.goto('/payments?state=waiting');
  await page.getByRole('row').nth(1).click();
  await page.getByRole('dialog').getByText('Waiting').waitFor();
}

async function limitStaff(page: Page): Promise<void> {
  await page.goto('/users');
  await openFound(page, 'Search name or email', 'scout@demo.test');
  await page.getByText('Limit to certain influencers').scrollIntoViewIfNeeded();
}

async function openTrail(page: Page): Promise<void> {
  await page.goto('/audit');
  await rowOf(page, 'Created influencer').first().click();
  await dialogOf(page, 'What was changed').getByRole('table').first().waitFor();
}

async function find(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('hol');
  await page.getByRole('group', { name: 'Tasks' }).waitFor();
}

async function openDashboard(page: Page): Promise<void> {
  await page.goto('/dashboard');
  // In a product that has just started no job has run yet, and the panel looks twice a minute.
  await page.getByText('A scheduled job ran').waitFor({ timeout: 150_000 });
}

/** In this order: what is done in one step shows in the pictures after it. */
const STEPS: Step[] = [
  { who: 'staff', picture: 'palette', go: find },
  { who: 'staff', picture: 'applications', go: (page) => page.goto('/applications') },
  { who: 'staff', picture: 'application', go: openApplication },
  { who: 'staff', picture: 'convert', go: convert },
  { who: 'staff', go: createInfluencer },
  { who: 'staff', picture: 'my-page', height: 900, go: openMyPage },
  { who: 'staff', go: insertTask },
  { who: 'influencer', go: handIn },
  { who: 'staff', picture: 'task', go: openTask },
  { who: 'staff', picture: 'new-post', height: 1000, go: makePost },
  { who: 'staff', picture: 'plan', go: openPlan },
  { who: 'staff', picture: 'subscriber', go: openSubscriber },
  { who: 'admin', picture: 'payouts', go: (page) => page.goto('/payouts') },
  { who: 'staff', picture: 'statement', scheme: 'light', go: openStatement },
  { who: 'admin', picture: 'payment', go: openPayment },
  { who: 'admin', picture: 'limit', go: limitStaff },
  { who: 'admin', picture: 'audit', scheme: 'light', go: openTrail },
  { who: 'staff', picture: 'dashboard', height: 1420, go: openDashboard },
];

async function take(browser: Browser, url: string, step: Step): Promise<void> {
  const { who, go, picture, scheme = 'dark', height = 800 } = step;
  const page = await openSignedIn(browser, url, who, {
    colorScheme: scheme,
    timezoneId: 'America/New_York',
    viewport: { width: WIDTH, height },
  });
  await go(page);
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

mkdirSync(FOLDER, { recursive: true });
const product = await startDemoProduct();
try {
  const browser = await chromium.launch(await findBrowser());
  for (const step of STEPS) await take(browser, product.url, step);
  await browser.close();
} finally {
  await product.stop();
}
