import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readMail } from '#test/read-mail.ts';

/** The mails that the product sent to an address, oldest first. */
export function mailsTo(email: string) {
  const { PRODUCT_DATA_DIR } = process.env;
  if (!PRODUCT_DATA_DIR) {
    throw new Error('PRODUCT_DATA_DIR must name the data folder of the product at PRODUCT_URL.');
  }
  const folder = path.join(PRODUCT_DATA_DIR, 'mail');
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  return names
    .map((name) => readMail(readFileSync(path.join(folder, name), 'utf8')))
    .filter(({ headers }) => headers.get('to') === email);
}
