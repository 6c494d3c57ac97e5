import { startDemoProduct } from '../../scripts/product.ts';

/**
 * Starts the demo once for all journeys; with PRODUCT_URL they visit a running one instead, whose
 * mails are in PRODUCT_DATA_DIR.
 */
export default async function startProduct(): Promise<() => Promise<void>> {
  const { url, own, stop } = await startDemoProduct();
  process.env.PRODUCT_URL = url;
  if (own) process.env.PRODUCT_DATA_DIR = own.dataDir;
  return stop;
}
