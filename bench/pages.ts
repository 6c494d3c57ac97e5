import { AGE_CONFIRMED, AGE_COOKIE } from '#src/lib/age.ts';
import { INFLUENCER_PAGE, startDemoProduct } from '../scripts/demo-product.ts';
import { startChild, startServer, stopChildren } from './children.ts';
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

async function racePages(url: string): Promise<void> {
  const load = startChild('load.ts');
  for (const address of ['/', INFLUENCER_PAGE]) {
    for (const cookie of ['', CONFIRMED]) {
      const bare = await startServer('bare-page.ts', { PAGE: url + address, COOKIE: cookie });
      const over = (name: string, page: string): Contender => ({
        name,
        measure: (seconds) => measureOver(load, page, [{ cookie }], seconds),
      });
      await raceAndPrint(`${address}${cookie ? ', age confirmed' : ''}`, [
        over('Velvet Rope', url + address),
        over('bare node:http, the same bytes', bare.url),
      ]);
    }
  }
}

/** The public pages: as often as they can be answered, and what they load. */
export async function benchPages(): Promise<void> {
  const product = await startDemoProduct();
  try {
    await racePages(product.url);
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
