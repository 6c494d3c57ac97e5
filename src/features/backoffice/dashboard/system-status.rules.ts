import type { SystemPart } from './system-status.schema.ts';

/** The names of the checked parts. */
export const SYSTEM_PART_NAMES: Record<SystemPart, string> = {
  database: 'Database',
  storage: 'Storage',
  mail: 'Mail',
  jobs: 'Background jobs',
  videos: 'Videos',
  backup: 'Backups',
  payments: 'Payments',
  ledger: 'Ledger',
  reconciliation: 'Reconciliation',
  identity: 'Identity checks',
  consents: 'Consents',
  agreements: 'Creator agreements',
  reviews: 'Reviews',
};

/** What an admin does about a problem that no screen solves. */
export const SYSTEM_REMEDIES: Record<SystemPart, string> = {
  database: 'Check the load and the clock of the database server, and DATABASE_URL.',
  storage: 'Free space in DATA_DIR, or check the access to the bucket (S3_BUCKET and its keys).',
  mail: 'Set SMTP_URL to your mail server, and restart.',
  jobs: 'Look for errors in the log of the server, and restart it if no job runs.',
  videos:
    'Install bubblewrap, or util-linux 2.41 or later where namespaces are forbidden, and restart.',
  backup:
    'Set BACKUP_URL and BACKUP_KEY, or look for errors of the jobs backup and backup-test in the log of the server.',
  payments: 'Set PAYMENTS to stripe, verotel or ccbill, and restart.',
  ledger: 'Look for errors of the job ledger-check in the log of the server.',
  reconciliation: 'Check that background jobs run.',
  identity: 'Look for errors of identity checks in the log of the server.',
  consents: 'Verify all performers and record their consents, set REQUIRE_CONSENTS, and restart.',
  agreements: 'Have all influencers sign, countersign, set REQUIRE_AGREEMENTS, and restart.',
  reviews: 'Have two people who review posts, set REQUIRE_REVIEW, and restart.',
};
