import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#src/demo/seed.ts';
import { AGE_CONFIRMED, AGE_COOKIE } from '#src/lib/age.ts';
import { findBrowser } from '../e2e/support/browser.ts';

export type WeighedPage = {
  address: string;
  confirmed?: boolean;
  /** The demo user who is signed in. */
  user?: 'fan' | 'influencer' | 'staff';
  maxScriptBytes: number;
};
type Weight = {
  script: number;
  style: number;
  html: number;
  inline: number;
  fonts: number;
  requests: number;
};

const zipped = (data: Buffer | string) => gzipSync(data, { level: 9 }).length;

// Inline scripts and styles anywhere in the HTML.
const inlineCode = (html: string): string =>
  [...html.matchAll(/<(script|style)(?![^>]*(?:src=|ld\+json))[^>]*>(.*?)<\/\1>/gs)]
    .map(([, , code]) => code)
    .join('\n');

/** How long a screen may load more after its heading has appeared. Its event stream never ends. */
const SCREEN_MS = 3_000;

async function openPage(page: Page, url: string, { address, user }: WeighedPage): Promise<void> {
  if (!user) return void (await page.goto(url + address, { waitUntil: 'networkidle' }));
  const data = { email: `${user}@demo.test`, password: DEMO_PASSWORD };
  await page.request.post(`${url}/api/auth/sign-in`, { data });
  await page.goto(url + address);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForTimeout(SCREEN_MS);
}

async function weigh(browser: Browser, url: string, weighed: WeighedPage) {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  if (weighed.confirmed)
    await context.addCookies([{ name: AGE_COOKIE, value: AGE_CONFIRMED, url }]);
  const page = await context.newPage();
  const weight: Weight = { script: 0, style: 0, html: 0, inline: 0, fonts: 0, requests: 0 };
  const reading: Promise<void>[] = [];
  page.on('response', (response) => {
    const type = response.request().resourceType();
    if (response.url().startsWith('data:')) return;
    weight.requests += 1;
    if (!['script', 'stylesheet', 'font', 'document'].includes(type)) return;
    const read = async () => {
      const body = await response.body();
      if (type === 'script') weight.script += zipped(body);
      if (type === 'stylesheet') weight.style += zipped(body);
      if (type === 'font') weight.fonts += body.length;
      if (type === 'document') {
        weight.html += zipped(body);
        weight.inline += zipped(inlineCode(body.toString()));
      }
    };
    reading.push(read());
  });
  await openPage(page, url, weighed);
  await Promise.all(reading);
  await context.close();
  return weight;
}

/**
 * Prints the bytes after gzip that each page loads in a real browser.
 * @returns the pages over their script limit
 */
export async function weighPages(url: string, pages: WeighedPage[]): Promise<string[]> {
  const browser = await chromium.launch(await findBrowser());
  const tooHeavy: string[] = [];
  console.log('\nWhat a page loads, in bytes after gzip (fonts as they are)\n');
  console.log('| | script | CSS files | HTML | of it inline script and CSS | fonts | requests |');
  console.log('|---|---:|---:|---:|---:|---:|---:|');
  try {
    for (const page of pages) {
      const weight = await weigh(browser, url, page);
      const name = `\`${page.address}\`${page.confirmed ? ', age confirmed' : ''}${page.user ? `, ${page.user}` : ''}`;
      const { script, style, html, inline, fonts, requests } = weight;
      console.log(`| ${[name, script, style, html, inline, fonts, requests].join(' | ')} |`);
      if (script > page.maxScriptBytes) tooHeavy.push(`${name} loads ${script} bytes of script`);
    }
  } finally {
    await browser.close();
  }
  return tooHeavy;
}
