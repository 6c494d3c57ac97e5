import { AGE_CONFIRMED, AGE_COOKIE } from '#src/lib/age.ts';
import { type DemoProduct, INFLUENCER_PAGE, startDemoProduct } from '../scripts/product.ts';
import { startChild, startServer, stopChildren } from './children.ts';
import { cpuOf } from './processes.ts';
import { type Contender, measureOver, raceAndPrint } from './race.ts';
import { weighPages, type WeighedPage } from './weight.ts';

/** Limits of script bytes after gzip, for pages without and with a form. */
const MAX_STATIC_SCRIPT_BYTES = 20_000;
const MAX_FORM_SCRIPT_BYTES = 62_000;
const MAX_SCREEN_SCRIPT_BYTES = 600_000;
const SCREENS = [
  ['fan', '/my-feed'],
  ['influencer', '/my-content'],
  ['influencer', '/my-tasks'],
  ['staff', '/dashboard'],
  ['staff', '/tasks'],
  ['staff', '/users'],
  ['staff', '/content'],
  ['staff', '/content/new'],
] as const;
const CONFIRMED = `${AGE_COOKIE}=${AGE_CONFIRMED}`;

const pages: WeighedPage[] = [
  ...['/', INFLUENCER_PAGE].flatMap((address) => [
    { address, maxScriptBytes: MAX_STATIC_SCRIPT_BYTES },
    { address, confirmed: true, maxScriptBytes: MAX_STATIC_SCRIPT_BYTES },
  ]),
  ...['/terms', '/privacy', '/thank-you', '/nothing/here'].map((address) => ({
    address,
    maxScriptBytes: MAX_STATIC_SCRIPT_BYTES,
  })),
  // Signing in leads to the feed, whose scripts this page loads meanwhile.
  { address: '/auth', maxScriptBytes: MAX_SCREEN_SCRIPT_BYTES },
  ...['/signup', '/subscribe', '/contact', '/forgot-password', '/reset-password'].map(
    (address) => ({ address, maxScriptBytes: MAX_FORM_SCRIPT_BYTES }),
  ),
  ...SCREENS.map(([user, address]) => ({ user, address, maxScriptBytes: MAX_SCREEN_SCRIPT_BYTES })),
];

/** Encodings that clients request: browsers request gzip. */
const ENCODINGS = ['identity', 'gzip'];

async function racePages({ url, own }: DemoProduct): Promise<void> {
  const load = startChild('load.ts');
  const cases = ['/', INFLUENCER_PAGE].flatMap((address) =>
    ['', CONFIRMED].flatMap((cookie) =>
      ENCODINGS.map((encoding) => ({ address, cookie, encoding })),
    ),
  );
  for (const { address, cookie, encoding } of cases) {
    const headers = { cookie, 'accept-encoding': encoding };
    const bare = await startServer('bare-page.ts', {
      PAGE: url + address,
      HEADERS: JSON.stringify(headers),
    });
    const over = (name: string, page: string, pid?: number): Contender => ({
      name,
      measure: (seconds) => measureOver(load, page, [headers], seconds),
      ...(pid !== undefined && { cpu: () => cpuOf(pid) }),
    });
    await raceAndPrint(`${address}${cookie ? ', age confirmed' : ''}, ${encoding}`, [
      over('Velvet Rope', url + address, own?.pid),
      over('bare node:http, the same bytes', bare.url, bare.pid),
    ]);
  }
}

/** Measures the throughput of the public pages and the bytes that pages load. */
export async function benchPages(): Promise<void> {
  await measureProduct(async (product) => {
    await racePages(product);
    await weigh(product);
  });
}

/** Measures only the bytes that pages load. */
export function benchWeight(): Promise<void> {
  return measureProduct(weigh);
}

async function weigh({ url }: DemoProduct): Promise<void> {
  const tooHeavy = await weighPages(url, pages);
  if (tooHeavy.length === 0) return;
  console.log(`\nToo heavy:\n${tooHeavy.join('\n')}`);
  process.exitCode = 1;
}

async function measureProduct(measure: (product: DemoProduct) => Promise<void>): Promise<void> {
  const product = await startDemoProduct();
  try {
    await measure(product);
  } finally {
    await stopChildren();
    await product.stop();
  }
}
