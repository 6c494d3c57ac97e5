import { startDemoProduct } from '../../scripts/product.ts';
import { findOtherEngines } from './engines/engines.ts';

/**
 * Starts the demo once for all tests. With PRODUCT_URL the tests use a running product instead, whose
 * mails are in PRODUCT_DATA_DIR.
 */
export default async function startProduct(): Promise<() => Promise<void>> {
  for (const { name, packages } of findOtherEngines().missing) {
    console.warn(`– no ${name}: its journeys are skipped (they need ${packages})`);
  }
  const { url, own, stop } = await startDemoProduct('uniform');
  process.env.PRODUCT_URL = url;
  if (own) process.env.PRODUCT_DATA_DIR = own.dataDir;
  return stop;
}
