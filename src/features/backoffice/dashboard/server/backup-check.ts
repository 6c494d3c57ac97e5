import { mailAdmins, type TeamMailer } from '#src/features/identity/colleagues/server/mail-team.ts';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { readBackupStates, type BackupState } from '#src/platform/backup/backup-runs.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Finding } from '../system-status.schema.ts';
import { countText, down, ok, warning } from './findings.ts';

type Dependencies = { config: Pick<Config, 'mode' | 'demo' | 'backup'>; db: Db };

function ageText(at: Date): string {
  const hours = Math.max(0, Math.floor((Date.now() - at.getTime()) / 3_600_000));
  if (hours === 0) return 'less than an hour ago';
  if (hours < 48) return `${countText(hours, 'hour')} ago`;
  return `${countText(Math.floor(hours / 24), 'day')} ago`;
}

const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);

function testText(test: BackupState): string {
  if (!test.goodAt) return 'none was restored as a test yet';
  return `one was restored as a test ${ageText(test.goodAt)} (${formatNumber(test.rowCount!)} rows compared, ${formatNumber(test.fileCount!)} files read)`;
}

type MailDependencies = Dependencies & TeamMailer;

/** Mails the admins, once a day, while no backup has succeeded for a day longer than it should. */
export async function mailLateBackups({ db, ...mailer }: MailDependencies): Promise<void> {
  const { config } = mailer;
  if (!config.backup || !(await readBackupStates(db)).backup.isLate) return;
  const { text } = await checkBackup({ db, config });
  const subject = 'Backups are late';
  const action = { label: 'Open the Dashboard', url: `${mailer.config.publicUrl}/dashboard` };
  const content = { subject, heading: subject, paragraphs: [sentence(text)], action };
  await db.transaction((tx) => mailAdmins(tx, mailer, content));
}

/** When backups were made and restored as a test, and what failed. */
export async function checkBackup({ config, db }: Dependencies): Promise<Finding> {
  if (!config.backup) {
    const text = 'No backups are made';
    return config.mode === 'production' && !config.demo ? warning(text) : ok(text);
  }
  const { backup, test } = await readBackupStates(db);
  const last = backup.goodAt
    ? `The last backup was made ${ageText(backup.goodAt)}, with ${formatNumber(backup.fileCount!)} files`
    : 'There is no backup yet';
  if (backup.failure) return down(`A backup failed: ${sentence(backup.failure)} ${last}`);
  if (backup.isLate) return down(`Backups are late. ${last}`);
  if (test.failure) return down(`${last}, but a test restore failed: ${test.failure}`);
  if (test.isLate) return warning(`${last}, but test restores are late; ${testText(test)}`);
  return ok(`${last}; ${testText(test)}`);
}
