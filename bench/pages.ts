import { AGE_CONFIRMED, AGE_COOKIE } from '#src/lib/age.ts';
import { type DemoProduct, INFLUENCER_PAGE, startDemoProduct } from '../scripts/product.ts';
import { startChild, startServer, stopChildren } from './children.ts';
import { cpuOf } from './processes.ts';
import { type Contender, measureOver, raceAndPrint } from './race.ts';
import { weighPages, type WeighedPage } from './weight.ts';

/** Bytes of script, after gzip, that a page without and one with a form may load. */
const STATIC = 20_000;
const FORM = 130_000;
const CONFIRMED = `${AGE_COOKIE}=${AGE_CONFIRMED}`;

const pages: WeighedPage[] = [
  ...['/', INFLUENCER_PAGE].flatMap((address) => [
    { address, most: STATIC },
    { address, confirmed: true, most: STATIC },
  ]),
  ...['/terms', '/privacy', '/thank-you', '/nothing/here'].map((address) => ({
    address,
    most: STATIC,
  })),
  ...['/auth', '/signup', '/subscribe', '/contact', '/forgot-password', '/reset-password'].map(
    (address) => ({ address, most: FORM }),
  ),
];

/** The same for browsers, which take gzip, and for those who take the text as it is. */
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

/** The public pages: as often as they can be answered, and what they load. */
export async function benchPages(): Promise<void> {
  const product = await startDemoProduct();
  try {
    await racePages(product);
    const tooHeavy = await weighPages(product.url, pages);
    if (tooHeavy.length > 0) {
      console.log(`\nToo heavy:\n${tooHeavy.join('\n')}`);
      process.exitCode = 1;
    }
  } finally {
    await stopChildren();
    await product.stop();
  }
}
