import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { PaymentProvider } from '#src/features/money/payments/server/payment-provider.ts';
import {
  listBackups,
  openConfiguredBackups,
  readManifest,
  requireBackupFolder,
} from '#src/platform/backup/backup-target.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import { describeBriefly, failed, ok, warning, type Diagnosis } from './diagnosis.ts';

/** Whether parts of a file can be read, as players of videos do. */
export async function checkRanges(storage: Storage): Promise<Diagnosis> {
  const key = `checks/${randomUUID()}`;
  try {
    await storage.put(key, '0123456789', 'text/plain');
    const part = await storage.getRange(key, { start: 3, end: 5 });
    if (part && (await buffer(part)).toString() === '345') return ok('Parts of files can be read');
  } finally {
    await storage.delete(key);
  }
  return failed(
    'Parts of files are not returned as requested, so videos do not play',
    'Use a server of S3 that supports the header Range.',
  );
}

/** Sends a mail. */
export async function checkDelivery(
  mail: Pick<Mailer, 'send'>,
  config: Config,
  to: string,
): Promise<Diagnosis> {
  if (!config.mail.smtp) return failed('There is no mail server', 'Set SMTP_URL.');
  try {
    await mail.send(
      {
        to,
        subject: 'Velvet Rope can send emails',
        heading: 'It works',
        paragraphs: [`The configuration of ${config.publicUrl} sends emails.`],
      },
      randomUUID(),
    );
  } catch (error) {
    return failed(
      `The mail server did not take an email to ${to}: ${describeBriefly(error)}`,
      'Check SMTP_URL, the sender (MAIL_FROM), and whether the server may send to this address.',
    );
  }
  return ok(`An email is on its way to ${to}: check that it arrives, and not as spam`);
}

/** A subscription that nobody has, for providers that answer about one at a time. */
const UNKNOWN_SUBSCRIPTION = '0'.repeat(19);
/** What needs credentials of its own that no harmless call uses. */
const UNTRIED: Record<string, string> = {
  verotel: ', except for VEROTEL_API_USER and VEROTEL_API_PASSWORD: only a cancellation uses them',
};

/** Whether the credentials of a payment provider are accepted, by a read that changes nothing. */
export async function checkCredentials(provider: PaymentProvider, db: Db): Promise<Diagnosis> {
  if (!provider.records) return ok('Connected; it has nothing that could be read');
  const to = new Date();
  const range = { from: new Date(to.getTime() - 60_000), to };
  const unknown = { reference: UNKNOWN_SUBSCRIPTION, createdAt: to, paidUntil: null };
  const ours = { db, listSubscriptions: async () => [unknown], listTransactions: async () => [] };
  try {
    await provider.records.listRecords(range, null, ours);
    return ok(`Its credentials are accepted${UNTRIED[provider.name] ?? ''}`);
  } catch (error) {
    return failed(
      `It does not answer with these credentials: ${describeBriefly(error)}`,
      'Compare the keys in the configuration with those of the account.',
    );
  }
}

/** Whether backups can be written, read and removed, and the newest one can be opened. */
export async function checkBackups(config: Config): Promise<Diagnosis> {
  if (!config.backup) {
    return warning('No backups are made', 'Set BACKUP_URL and BACKUP_KEY: docs/operations.md.');
  }
  try {
    await requireBackupFolder(config.backup);
  } catch (error) {
    return failed((error as Error).message, 'Mount the disk, or correct BACKUP_URL.');
  }
  const { target } = await openConfiguredBackups(config);
  const key = `checks/${randomUUID()}`;
  try {
    await target.put(key, key);
    if ((await target.getBytes(key))?.toString() !== key) throw new Error('read differently');
    await target.delete(key);
  } catch (error) {
    return failed(
      `BACKUP_URL cannot be written, read and cleaned up: ${describeBriefly(error)}`,
      'Check the folder, or the bucket and its credentials.',
    );
  }
  const { complete } = await listBackups(target);
  if (!complete[0]) return warnOfSameDisk(config, 'Backups can be stored, and there are none yet');
  try {
    await readManifest(target, complete[0]);
  } catch {
    return failed(
      'BACKUP_KEY does not open the newest backup',
      'Set the key that it was made with.',
    );
  }
  const text = `Backups can be stored, and BACKUP_KEY opens the newest of ${complete.length}`;
  return warnOfSameDisk(config, text);
}

/** Warns about backups that would be lost together with the data. */
async function warnOfSameDisk({ backup, dataDir }: Config, text: string): Promise<Diagnosis> {
  if (backup?.target.kind !== 'folder') return ok(text);
  const disks = await Promise.all([backup.target.path, dataDir].map((folder) => stat(folder)));
  if (disks[0]!.dev !== disks[1]!.dev) return ok(text);
  return warning(`${text}, but on the disk of DATA_DIR`, 'Use another machine or provider.');
}
