import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { AGE_CONFIRMED, AGE_COOKIE } from '#src/lib/age.ts';
import { findBrowser } from '../e2e/support/browser.ts';
import { findFreePort, INFLUENCER_PAGE, startDemoProduct } from './demo-product.ts';

type Page = { address: string; confirmed?: boolean };
type Report = { lhr: Result; html: string };

const FOLDER = 'lighthouse';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const METRICS = {
  LCP: 'largest-contentful-paint',
  CLS: 'cumulative-layout-shift',
  TBT: 'total-blocking-time',
  FCP: 'first-contentful-paint',
};
const SHOWN_ITEMS = 3;

/** Every public page that search engines may show; the others would lose points for being hidden. */
const PAGES: Page[] = [
  { address: '/' },
  { address: '/', confirmed: true },
  { address: INFLUENCER_PAGE },
  { address: INFLUENCER_PAGE, confirmed: true },
  ...['/auth', '/signup', '/subscribe', '/contact', '/terms', '/privacy'].map((address) => ({
    address,
  })),
];

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    /** Of one address alone. */
    page: { type: 'string' },
  },
});

const least = (category: string) => (category === 'performance' ? 95 : 100);
const scoreOf = (lhr: Result, category: string) =>
  Math.round((lhr.categories[category]?.score ?? 0) * 100);
const nameOf = ({ address, confirmed }: Page) =>
  `\`${address}\`${confirmed ? ', age confirmed' : ''}`;

async function visit(url: string, { address, confirmed }: Page, port: number): Promise<Report> {
  const result = await lighthouse(url + address, {
    port,
    logLevel: 'error',
    output: 'html',
    onlyCategories: CATEGORIES,
    ...(confirmed && { extraHeaders: { cookie: `${AGE_COOKIE}=${AGE_CONFIRMED}` } }),
  });
  if (!result || result.lhr.runtimeError) {
    throw new Error(`${address}: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
  }
  return { lhr: result.lhr, html: String(result.report) };
}

/** The run in the middle by performance, so that all its figures belong together. */
function medianOf(reports: Report[]): Report {
  const sorted = reports.toSorted(
    (a, b) => scoreOf(a.lhr, 'performance') - scoreOf(b.lhr, 'performance'),
  );
  return sorted[sorted.length >> 1]!;
}

function write({ lhr, html }: Report, { address, confirmed }: Page): void {
  const name = `${address.replaceAll('/', '') || 'landing'}${confirmed ? '-confirmed' : ''}`;
  writeFileSync(path.join(FOLDER, `${name}.json`), JSON.stringify(lhr, null, 2));
  writeFileSync(path.join(FOLDER, `${name}.html`), html);
}

function rowOf({ lhr }: Report, page: Page): string {
  const scores = CATEGORIES.map((category) => scoreOf(lhr, category));
  const metrics = Object.values(METRICS).map((id) => lhr.audits[id]?.displayValue ?? '');
  return `| ${[nameOf(page), ...scores, ...metrics].join(' | ')} |`;
}

/** What of a page costs points: category, audit, and the first places it was found at. */
function losses({ lhr }: Report): string[] {
  return CATEGORIES.filter((category) => scoreOf(lhr, category) < 100).flatMap((category) =>
    lhr.categories[category]!.auditRefs.flatMap(({ id, weight }) => {
      const audit = lhr.audits[id]!;
      if (weight === 0 || audit.score === null || audit.score === 1) return [];
      const score = Math.round(audit.score * 100);
      return [
        `${category}: ${id} (${score}) ${audit.displayValue ?? audit.title}`,
        ...places(audit.details).map((place) => `  ${place}`),
      ];
    }),
  );
}

function places(details: Result['audits'][string]['details']): string[] {
  if (!details || !('items' in details) || !Array.isArray(details.items)) return [];
  return details.items.slice(0, SHOWN_ITEMS).map((item) => JSON.stringify(item).slice(0, 300));
}

async function run(url: string, port: number): Promise<boolean> {
  const pages = PAGES.filter(({ address }) => !options.page || address === options.page);
  const rows: string[] = [];
  let reached = true;
  for (const page of pages) {
    const reports: Report[] = [];
    for (let i = 0; i < Number(options.runs); i += 1) reports.push(await visit(url, page, port));
    const median = medianOf(reports);
    write(median, page);
    rows.push(rowOf(median, page));
    console.log(`${nameOf(page)}\n${losses(median).join('\n')}`);
    reached &&= CATEGORIES.every((category) => scoreOf(median.lhr, category) >= least(category));
  }
  const head = ['', ...CATEGORIES, ...Object.keys(METRICS)];
  console.log(`\n| ${head.join(' | ')} |\n|---|${'---:|'.repeat(head.length - 1)}`);
  console.log(rows.join('\n'));
  return reached;
}

mkdirSync(FOLDER, { recursive: true });
const product = await startDemoProduct();
try {
  const port = await findFreePort();
  const found = await findBrowser();
  const browser = await chromium.launch({
    ...found,
    args: [...(found.args ?? []), `--remote-debugging-port=${port}`],
  });
  const reached = await run(product.url, port);
  await browser.close();
  if (!reached) {
    console.log('\nA page is below the aim: 95 in performance, 100 in the others.');
    process.exitCode = 1;
  }
} finally {
  await product.stop();
}
