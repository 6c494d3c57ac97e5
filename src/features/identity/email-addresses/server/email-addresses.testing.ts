import { sql } from 'drizzle-orm';
import type { Mail } from '#src/platform/mail/mail-message.ts';
import { MAIL_QUEUE } from '#src/platform/mail/mail.ts';
import { PASSWORD, type TestApp, type TestUser } from '#test/harness.ts';
import { confirmEmailUrl, undoEmailUrl } from './email-links.ts';

/** The queued mails to an address, oldest first. */
export async function queuedMails(app: TestApp, to: string): Promise<Mail[]> {
  const { rows } = await app.db.execute<{ data: Mail }>(sql`
    select data from jobs.job where name = ${MAIL_QUEUE.name} and data ->> 'to' = ${to}
    order by created_on`);
  return rows.map(({ data }) => data);
}

/** The token of the link in the latest mail to an address. */
async function latestToken(app: TestApp, to: string, url: typeof undoEmailUrl): Promise<string> {
  const mails = await queuedMails(app, to);
  const link = mails.map(({ action }) => action).findLast((each) => each && 'subject' in each);
  if (!link || !('subject' in link)) throw new Error(`No mail to ${to} has a secret link`);
  return url(app.config, link.subject).split('#')[1]!;
}

export function confirmToken(app: TestApp, to: string) {
  return latestToken(app, to, confirmEmailUrl);
}

export function undoToken(app: TestApp, to: string) {
  return latestToken(app, to, undoEmailUrl);
}

export function requestChange(
  app: TestApp,
  user: TestUser,
  email: string,
  currentPassword = PASSWORD,
) {
  return app.call('PUT', '/api/account/email', { user, body: { email, currentPassword } });
}

/** Confirms an address in a browser that nobody has used, with the password. */
export function confirm(app: TestApp, token: string, currentPassword = PASSWORD) {
  return app.call('POST', '/api/email-confirmation/confirm', { body: { token, currentPassword } });
}

export function undo(app: TestApp, token: string) {
  return app.call('POST', '/api/email-undo/undo', { body: { token } });
}

/** Changes the address of a user as they do. */
export async function moveTo(app: TestApp, user: TestUser, email: string): Promise<void> {
  await requestChange(app, user, email);
  await confirm(app, await confirmToken(app, email));
}
