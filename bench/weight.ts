import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { AGE_CONFIRMED, AGE_COOKIE } from '#src/lib/age.ts';
import { findBrowser } from '../e2e/support/browser.ts';

export type WeighedPage = { address: string; confirmed?: boolean; maxScriptBytes: number };
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

async function weigh(browser: Browser, url: string, { address, confirmed }: WeighedPage) {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  if (confirmed) await context.addCookies([{ name: AGE_COOKIE, value: AGE_CONFIRMED, url }]);
  const page = await context.newPage();
  const weight: Weight = { script: 0, style: 0, html: 0, inline: 0, fonts: 0, requests: 0 };
  const reading: Promise<void>[] = [];
  page.on('response', (response) => {
    const type = response.request().resourceType();
    if (response.url().startsWith('data:')) return;
    weight.requests += 1;
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
  await page.goto(url + address, { waitUntil: 'networkidle' });
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
      const name = `\`${page.address}\`${page.confirmed ? ', age confirmed' : ''}`;
      const { script, style, html, inline, fonts, requests } = weight;
      console.log(`| ${[name, script, style, html, inline, fonts, requests].join(' | ')} |`);
      if (script > page.maxScriptBytes) tooHeavy.push(`${name} loads ${script} bytes of script`);
    }
  } finally {
    await browser.close();
  }
  return tooHeavy;
}
