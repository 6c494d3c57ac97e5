import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type APIRequestContext } from '@playwright/test';
import { readMail } from '#test/read-mail.ts';

/**
 * The mails that the product sent to an address, oldest first.
 * @param dataDir the data folder of the product, by default that of the one under test
 */
export function mailsTo(email: string, dataDir = process.env.PRODUCT_DATA_DIR) {
  if (!dataDir) {
    throw new Error('PRODUCT_DATA_DIR must name the data folder of the product at PRODUCT_URL.');
  }
  const folder = path.join(dataDir, 'mail');
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  return names
    .map((name) => readMail(readFileSync(path.join(folder, name), 'utf8')))
    .filter(({ headers }) => headers.get('to') === email);
}

/** The subjects of the mails to an address, oldest first. */
export function subjectsTo(email: string) {
  return mailsTo(email).map(({ headers }) => headers.get('subject'));
}

/** Waits for a mail to an address with a link to this page, and returns the link. */
export async function waitForLink(email: string, path: string, dataDir?: string): Promise<string> {
  const pattern = new RegExp(`http\\S+${path}#\\S+`);
  const find = () =>
    mailsTo(email, dataDir).flatMap(({ text }) => pattern.exec(text)?.[0] ?? [])[0];
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  return find()!;
}

/** Confirms the address of a new fan, who then receives receipts. */
export async function confirmEmail(request: APIRequestContext, email: string): Promise<void> {
  const token = (await waitForLink(email, '/confirm-email')).split('#')[1];
  const response = await request.post('/api/email-confirmation/confirm', {
    data: { token, currentPassword: 'correct-horse' },
  });
  expect(response.ok(), await response.text()).toBe(true);
}
