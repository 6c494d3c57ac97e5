import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { AGE_CONFIRMED, AGE_COOKIE } from '#src/lib/age.ts';
import { findBrowser } from '../e2e/support/browser.ts';
import { readArguments } from './commands.mjs';
import { findFreePort, INFLUENCER_PAGE, startDemoProduct } from './product.ts';

type Page = { address: string; confirmed?: boolean };
/** What is read of the results of Lighthouse. */
type Result = {
  runtimeError?: { message: string };
  categories: Record<
    string,
    { score: number | null; auditRefs: { id: string; weight: number; group?: string }[] }
  >;
  audits: Record<
    string,
    { score: number | null; title: string; displayValue?: string; details?: object }
  >;
};
type Report = { lhr: Result; html: string };

const FOLDER = 'lighthouse';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const METRICS = {
  LCP: 'largest-contentful-paint',
  CLS: 'cumulative-layout-shift',
  TBT: 'total-blocking-time',
  FCP: 'first-contentful-paint',
};

/** Every public page that search engines may index; others would lose points for being hidden. */
const PAGES: Page[] = [
  { address: '/' },
  { address: '/', confirmed: true },
  { address: '/for-creators' },
  { address: INFLUENCER_PAGE },
  { address: INFLUENCER_PAGE, confirmed: true },
  ...['/auth', '/signup', '/subscribe', '/contact', '/terms', '/privacy'].map((address) => ({
    address,
  })),
];

const { values } = readArguments('scripts/lighthouse.ts', process.argv.slice(2));

const minimumScore = (category: string) => (category === 'performance' ? 95 : 100);
const scoreOf = (lhr: Result, category: string) =>
  Math.round((lhr.categories[category]?.score ?? 0) * 100);
const nameOf = ({ address, confirmed }: Page) =>
  `\`${address}\`${confirmed ? ', age confirmed' : ''}`;

const MAX_ATTEMPTS = 3;

// Retries, because traces are occasionally lost.
async function visit(
  url: string,
  page: Page,
  port: number,
  attempts = MAX_ATTEMPTS,
): Promise<Report> {
  const report = await runLighthouse(url, page, port);
  const { runtimeError } = report.lhr;
  if (!runtimeError) return report;
  if (attempts > 1) return visit(url, page, port, attempts - 1);
  throw new Error(`${page.address}: ${runtimeError.message}`);
}

/** Fetches Lighthouse when it runs first: its many packages are of no use to anything else. */
async function runLighthouse(
  url: string,
  { address, confirmed }: Page,
  port: number,
): Promise<Report> {
  const output = path.join(FOLDER, 'run');
  const headers = JSON.stringify({ cookie: `${AGE_COOKIE}=${AGE_CONFIRMED}` });
  await promisify(execFile)('npm', [
    'exec',
    '--yes',
    '--package=lighthouse@13.5.0',
    '--',
    'lighthouse',
    url + address,
    `--port=${port}`,
    '--quiet',
    '--output=json',
    '--output=html',
    `--output-path=${output}`,
    `--only-categories=${CATEGORIES.join(',')}`,
    ...(confirmed ? [`--extra-headers=${headers}`] : []),
  ]);
  const [json, html] = ['json', 'html'].map((type) => {
    const file = `${output}.report.${type}`;
    const content = readFileSync(file, 'utf8');
    rmSync(file);
    return content;
  });
  return { lhr: JSON.parse(json!) as Result, html: html! };
}

/** The median run by performance, so that all figures come from the same run. */
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

/** Lists audits that lower a score: category, audit and the first affected locations. */
function findLosses({ lhr }: Report): string[] {
  return CATEGORIES.filter((category) => scoreOf(lhr, category) < 100).flatMap((category) =>
    lhr.categories[category]!.auditRefs.flatMap(({ id, weight, group }) => {
      const audit = lhr.audits[id]!;
      // Insights have no weight, but those with a value show where to improve.
      const matters = weight > 0 || (group === 'insights' && audit.displayValue);
      if (!matters || audit.score === null || audit.score === 1) return [];
      const title = `${category}: ${id} (${Math.round(audit.score * 100)})`;
      return [
        `  ${title} ${audit.displayValue ?? audit.title}`,
        ...sampleLocations(audit).map((location) => `    ${location}`),
      ];
    }),
  );
}

function sampleLocations({ details }: Result['audits'][string]): string[] {
  if (!details || !('items' in details) || !Array.isArray(details.items)) return [];
  return details.items.slice(0, 3).map((item) => {
    const { node, url } = item as { node?: { snippet?: string }; url?: string };
    return (url ?? node?.snippet ?? JSON.stringify(item)).slice(0, 300);
  });
}

async function measure(url: string, pages: Page[]): Promise<Map<Page, Report>> {
  const port = await findFreePort();
  const launch = await findBrowser();
  const browser = await chromium.launch({
    ...launch,
    args: [...launch.args!, `--remote-debugging-port=${port}`],
    // A default of Playwright that differs from the browsers of visitors.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  const results = new Map<Page, Report>();
  try {
    for (const page of pages) {
      const reports: Report[] = [];
      for (let run = 0; run < Number(values.runs); run++) {
        reports.push(await visit(url, page, port));
      }
      results.set(page, medianOf(reports));
      console.error(`${nameOf(page)} measured`);
    }
  } finally {
    await browser.close();
  }
  return results;
}

function print(results: Map<Page, Report>): void {
  const columns = [
    'performance',
    'accessibility',
    'best practices',
    'SEO',
    ...Object.keys(METRICS),
  ];
  console.log(`\n| | ${columns.join(' | ')} |\n|---|${'---:|'.repeat(columns.length)}`);
  for (const [page, report] of results) console.log(rowOf(report, page));
  for (const [page, report] of results) {
    const found = findLosses(report);
    if (found.length > 0) console.log(`\n${nameOf(page)} loses\n${found.join('\n')}`);
  }
  console.log(`\nThe whole reports are in ${FOLDER}/`);
}

const pages = PAGES.filter(({ address }) => !values.page || address === values.page);
if (pages.length === 0) throw new Error(`--page: ${values.page} is not among the pages measured.`);
mkdirSync(FOLDER, { recursive: true });
const product = await startDemoProduct();
try {
  const results = await measure(product.url, pages);
  for (const [page, report] of results) write(report, page);
  print(results);
  const failures = [...results].flatMap(([page, { lhr }]) =>
    CATEGORIES.filter((category) => scoreOf(lhr, category) < minimumScore(category)).map(
      (category) =>
        `${nameOf(page)}: ${category} ${scoreOf(lhr, category)} of ${minimumScore(category)}`,
    ),
  );
  if (failures.length > 0) {
    console.error(`\nBelow what is asked:\n  ${failures.join('\n  ')}`);
    process.exitCode = 1;
  }
} finally {
  await product.stop();
}
