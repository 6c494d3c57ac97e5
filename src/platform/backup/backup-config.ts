import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Secrets } from '#src/platform/config/keys.ts';
import {
  readStorageConfig,
  type S3Config,
  type storageEnvironment,
} from '#src/platform/config/storage-config.ts';
import { readTextFile, secretList } from '#src/platform/config/stored-secret.ts';
import type { Retention } from './retention.ts';

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsUnset, schema.optional());
const optionalText = optional(z.string());
const wholeNumber = (minimum: number) =>
  z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(minimum, `must be ${minimum} or more`);

const S3_TARGET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?((?:\w[\w-]*\/?)*)$/;

type Location = { kind: 'folder'; path: string } | { kind: 's3'; bucket: string; prefix: string };

const location = z.string().transform((text, { addIssue }): Location => {
  const [, bucket, prefix = ''] = S3_TARGET.exec(text) ?? [];
  if (bucket) return { kind: 's3', bucket, prefix: prefix && prefix.replace(/\/?$/, '/') };
  if (/^file:\/\/\/./.test(text)) {
    try {
      return { kind: 'folder', path: fileURLToPath(text) };
    } catch {
      // Reported below.
    }
  }
  addIssue('must be an address such as file:///backup or s3://bucket/folder');
  return z.NEVER;
});

const RETENTION = /^\s*(?:\d+[dwm]\s*(?:,\s*|$))+$/;

const retention = z
  .string()
  .regex(RETENTION, 'must be a list such as 7d,4w,12m')
  .transform((text): Retention => {
    const count = (unit: string) => Number(new RegExp(`(\\d+)${unit}`).exec(text)?.[1] ?? 0);
    return { days: count('d'), weeks: count('w'), months: count('m') };
  });

/** The environment variables of backups. */
export const backupEnvironment = {
  BACKUP_URL: optional(location),
  BACKUP_KEY: optional(secretList),
  BACKUP_KEY_FILE: optional(z.string().transform(readTextFile).pipe(secretList)),
  BACKUP_KEEP: z.preprocess(blankIsUnset, retention.prefault('7d,4w,12m')),
  BACKUP_HOURS: z.preprocess(blankIsUnset, wholeNumber(1).default(24)),
  BACKUP_TEST_DAYS: z.preprocess(blankIsUnset, wholeNumber(0).default(7)),
  BACKUP_TEST_GB: z.preprocess(blankIsUnset, wholeNumber(1).default(20)),
  BACKUP_S3_ENDPOINT: optional(
    z.url({ protocol: /^https?$/, message: 'must be an http(s) address' }),
  ),
  BACKUP_S3_REGION: optionalText,
  BACKUP_S3_ACCESS_KEY_ID: optionalText,
  BACKUP_S3_SECRET_ACCESS_KEY: optionalText,
  BACKUP_S3_FORCE_PATH_STYLE: optional(z.stringbool()),
};

type Environment = z.output<z.ZodObject<typeof backupEnvironment>>;
/** With the settings of the storage, which those of backups depend on. */
type Values = Environment & z.output<z.ZodObject<typeof storageEnvironment>> & { DATA_DIR: string };

/** Where backups are stored, and what encrypts them. */
export type BackupConfig = {
  target: { kind: 'folder'; path: string } | { kind: 's3'; s3: S3Config; prefix: string };
  /** Encrypt and open backups, the newest first; apart from the secrets of the product. */
  keys: Secrets;
  retention: Retention;
  everyHours: number;
  /** How often the newest backup is restored as a test; 0 for never. */
  testDays: number;
  /** Bytes of files that a test reads at most. */
  maximumTestBytes: number;
};

/** Reports what is missing beside BACKUP_URL. */
export function checkBackupEnvironment(values: Values, context: z.RefinementCtx): void {
  const refuse = (name: keyof Environment, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  const { BACKUP_URL, BACKUP_KEY, BACKUP_KEY_FILE, BACKUP_S3_ACCESS_KEY_ID } = values;
  if (BACKUP_KEY && BACKUP_KEY_FILE) {
    refuse('BACKUP_KEY_FILE', 'cannot be set together with BACKUP_KEY');
  }
  if (!BACKUP_URL) return;
  if (!BACKUP_KEY && !BACKUP_KEY_FILE) refuse('BACKUP_KEY', 'must be set when BACKUP_URL is');
  if (isInStorage(values)) refuse('BACKUP_URL', 'must be outside of the storage of files');
  if (Boolean(BACKUP_S3_ACCESS_KEY_ID) !== Boolean(values.BACKUP_S3_SECRET_ACCESS_KEY)) {
    refuse('BACKUP_S3_ACCESS_KEY_ID', 'must be set together with BACKUP_S3_SECRET_ACCESS_KEY');
  } else if (BACKUP_URL.kind === 's3' && !BACKUP_S3_ACCESS_KEY_ID && values.STORAGE !== 's3') {
    refuse('BACKUP_S3_ACCESS_KEY_ID', 'must be set when BACKUP_URL is in S3 and STORAGE is not');
  }
}

/** Whether a backup would contain the backups before it. */
function isInStorage({ BACKUP_URL: at, DATA_DIR, STORAGE, S3_BUCKET }: Values): boolean {
  if (at?.kind === 's3') return STORAGE === 's3' && at.bucket === S3_BUCKET;
  return Boolean(at && !path.relative(path.resolve(DATA_DIR, 'storage'), at.path).startsWith('..'));
}

/**
 * Reads settings that passed {@link checkBackupEnvironment}. Without an access key of their own, backups in
 * S3 use the server and the credentials of the storage.
 */
export function readBackupConfig(values: Values): BackupConfig | undefined {
  const { BACKUP_URL: at, BACKUP_KEEP } = values;
  const keys = values.BACKUP_KEY ?? values.BACKUP_KEY_FILE;
  if (!at || !keys) return undefined;
  const target =
    at.kind === 'folder'
      ? at
      : { kind: at.kind, s3: { ...readServer(values), bucket: at.bucket }, prefix: at.prefix };
  return {
    target,
    keys,
    retention: BACKUP_KEEP,
    everyHours: values.BACKUP_HOURS,
    testDays: values.BACKUP_TEST_DAYS,
    maximumTestBytes: values.BACKUP_TEST_GB * 1024 ** 3,
  };
}

function readServer(values: Values): Omit<S3Config, 'bucket'> {
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_FORCE_PATH_STYLE: forcePathStyle } = values;
  const own = values.BACKUP_S3_ACCESS_KEY_ID;
  const storage = readStorageConfig(values);
  if (!own && storage.kind === 's3') return storage;
  return {
    kind: 's3',
    endpoint,
    region: values.BACKUP_S3_REGION ?? 'us-east-1',
    accessKeyId: own!,
    secretAccessKey: values.BACKUP_S3_SECRET_ACCESS_KEY!,
    forcePathStyle: forcePathStyle ?? endpoint !== undefined,
  };
}
