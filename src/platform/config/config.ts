import path from 'node:path';
import { z } from 'zod';
import type { Agency, PayoutTerms } from '#src/lib/agency.ts';
import {
  backupEnvironment,
  checkBackupEnvironment,
  readBackupConfig,
  type BackupConfig,
} from '#src/platform/backup/backup-config.ts';
import {
  databaseEnvironment,
  readDatabaseConfig,
  type DatabaseConfig,
} from '#src/platform/database/database-config.ts';
import { monitoringEnvironment, type LogLevel } from '#src/platform/log/monitoring-config.ts';
import {
  ageCheckEnvironment,
  checkAgeCheckEnvironment,
  readAgeRules,
  type AgeCheckConfig,
} from './age-check-config.ts';
import {
  agencyEnvironment,
  readAgency,
  readDisputeThresholds,
  readPayoutTerms,
  type DisputeThreshold,
} from './agency-config.ts';
import { hostNames, readAllowedHosts } from './allowed-hosts.ts';
import {
  bankEnvironment,
  checkBankEnvironment,
  readBankConfig,
  type BankConfig,
} from './bank-config.ts';
import { clamdUrl, type ClamdAddress } from './clamd-url.ts';
import { ConfigError } from './config-error.ts';
import type { Secrets } from './keys.ts';
import { checkMailEnvironment, mailEnvironment, readMail, type MailConfig } from './mail-config.ts';
import {
  checkPaymentsEnvironment,
  DEMO_PAYMENTS,
  paymentsEnvironment,
  readPaymentsConfig,
  type PaymentsConfig,
} from './payments-config.ts';
import {
  publicationEnvironment,
  readPublicationConfig,
  type PublicationConfig,
} from './publication-config.ts';
import { checkRegionEnvironment, regionEnvironment, type RegionConfig } from './region-config.ts';
import {
  checkStorageEnvironment,
  readStorageConfig,
  storageEnvironment,
  type StorageConfig,
} from './storage-config.ts';
import { checkSecretEnvironment, readOrCreateSecret, secretEnvironment } from './stored-secret.ts';
import {
  checkTaxEnvironment,
  readTaxConfig,
  taxEnvironment,
  type TaxConfig,
} from './tax-config.ts';
import {
  checkVerificationEnvironment,
  readVerificationConfig,
  verificationEnvironment,
  type VerificationConfig,
} from './verification-config.ts';

const portMessage = 'must be a port number from 1 to 65535';
const port = z.coerce
  .number(portMessage)
  .int(portMessage)
  .min(1, portMessage)
  .max(65_535, portMessage);
const wholeNumber = (minimum: number) =>
  z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(minimum, `must be ${minimum} or more`);
const blankIsUnset = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsUnset, schema.optional());

/** Every environment variable that the product reads. All others are ignored. */
const environment = z
  .object({
    ...databaseEnvironment,
    ...storageEnvironment,
    ...backupEnvironment,
    ...agencyEnvironment,
    ...bankEnvironment,
    ...taxEnvironment,
    ...verificationEnvironment,
    ...regionEnvironment,
    ...ageCheckEnvironment,
    NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
    PORT: z.preprocess(blankIsUnset, port.default(3000)),
    HOST: z.preprocess(blankIsUnset, z.string().default('127.0.0.1')),
    DATA_DIR: z.preprocess(blankIsUnset, z.string().default('data')),
    PUBLIC_URL: optional(
      z
        .url({ protocol: /^https?$/, message: 'must be an http(s) address' })
        .regex(/^\w+:\/\/[^/?#@]+\/*$/, 'must be an address without a path'),
    ),
    ALLOWED_HOSTS: optional(hostNames),
    DISK_RESERVE_MB: z.preprocess(blankIsUnset, wholeNumber(0).default(2048)),
    OPEN_UPLOADS: z.preprocess(blankIsUnset, wholeNumber(1).default(40)),
    OPEN_UPLOADS_GB: z.preprocess(blankIsUnset, wholeNumber(1).default(40)),
    ...secretEnvironment,
    ...paymentsEnvironment,
    ADMIN_EMAIL: optional(z.email()),
    ADMIN_PASSWORD: optional(z.string().min(8, 'must be at least 8 characters long')),
    CLAMD_URL: optional(clamdUrl),
    ALLOW_UNISOLATED_VIDEOS: optional(z.stringbool('must be true or false')),
    ...mailEnvironment,
    REQUIRE_CONFIRMED_EMAIL: optional(z.stringbool('must be true or false')),
    REQUIRE_SECOND_FACTOR: optional(z.stringbool('must be true or false')),
    ...publicationEnvironment,
    THROTTLE_FACTOR: z.preprocess(blankIsUnset, wholeNumber(1).default(1)),
    TRUST_PROXY: z.preprocess(blankIsUnset, z.stringbool().default(false)),
    ...monitoringEnvironment,
  })
  .superRefine(checkSecretEnvironment)
  .superRefine(checkMailEnvironment)
  .superRefine(checkStorageEnvironment)
  .superRefine(checkBackupEnvironment)
  .superRefine(checkPaymentsEnvironment)
  .superRefine(checkBankEnvironment)
  .superRefine(checkTaxEnvironment)
  .superRefine(checkVerificationEnvironment)
  .superRefine(checkRegionEnvironment)
  .superRefine(checkAgeCheckEnvironment);

/** The validated configuration. `dataDir` is absolute; `publicUrl` is an origin without a trailing slash. */
export type Config = PublicationConfig &
  DatabaseConfig & {
    mode: 'development' | 'production' | 'test';
    host: string;
    port: number;
    dataDir: string;
    publicUrl: string;
    /** The host names that requests may name, in lower case. */
    allowedHosts: string[];
    secrets: Secrets;
    storage: StorageConfig;
    /** Where backups are stored; nowhere if undefined. */
    backup: BackupConfig | undefined;
    /** Whether stored files are encrypted with keys that a secret of the product seals. */
    encryptFiles: boolean;
    /** Whether the product streams videos or redirects to short-lived S3 links. */
    mediaDelivery: 'stream' | 'redirect';
    /** Bytes that stay free on the disk of `dataDir`, so that the database can keep writing. */
    diskReserve: number;
    /** Limits of one person for unfinished uploads: their number and their bytes. */
    openUploads: { most: number; bytes: number };
    /** The scanner of uploaded files; without one they are not scanned. */
    clamd: ClamdAddress | undefined;
    /** Whether videos are read where no isolation works. */
    allowsUnisolatedVideos: boolean;
    /** The payment providers with their credentials. */
    payments: PaymentsConfig;
    /** The company that checks identities; without one, two people of the team do. */
    verification: VerificationConfig;
    /** Where a declaration of age is not enough, and how a proxy names the region of a request. */
    regions: RegionConfig;
    /** How the age of visitors and fans is verified. */
    ageChecks: AgeCheckConfig;
    admin: { email: string; password: string } | undefined;
    mail: MailConfig;
    /** The operator of the platform, as named on the legal pages. */
    agency: Agency;
    payoutTerms: PayoutTerms;
    /** How sales are taxed, and how their documents are numbered. */
    tax: TaxConfig;
    bank: BankConfig;
    /** Corrections of a larger amount need a second person. */
    correctionApprovalCents: number;
    disputeThresholds: DisputeThreshold[];
    /** Whether fans have to confirm their email address before they can sign in or subscribe. */
    requireConfirmedEmail: boolean;
    /** Whether admins and staff have to set up a second factor before anything else. */
    requireSecondFactor: boolean;
    priceChangesNeedConsent: boolean;
    /** Multiplies the calls that an account may make per minute. */
    throttleFactor: number;
    trustProxy: boolean;
    /** Gives access to `/metrics`, which does not exist without it. */
    metricsToken: string | undefined;
    logLevel: LogLevel;
    /** Milliseconds after which a statement is logged as slow; none are if undefined. */
    slowQueryMs: number | undefined;
    /** Whether traces are exported; the libraries of OpenTelemetry read where to, and all else. */
    exportTraces: boolean;
    /** Demo accounts and /debug exist only when true. */
    demo: boolean;
  };

/**
 * The folder for files during processing. It is next to the other data because a video may not fit
 * into the system's temporary folder. Leftovers of a crash are removed after a day.
 */
export function getWorkFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return path.join(dataDir, 'processing');
}

function parseEnvironment(env: Record<string, string | undefined>) {
  const parsed = environment.safeParse(env);
  if (parsed.success) return parsed.data;
  // A list has one variable for all of its elements.
  throw new ConfigError(
    parsed.error.issues.map(({ path: [name], message }) => `${String(name)}: ${message}`),
  );
}

/**
 * Reads and validates the environment once, at start.
 * @throws ConfigError naming every invalid variable
 */
export function readConfig(
  env: Record<string, string | undefined>,
  { demo = false }: { demo?: boolean } = {},
): Config {
  const values = parseEnvironment(env);
  const dataDir = path.resolve(values.DATA_DIR);
  const publicUrl = new URL(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).origin;
  return {
    mode: values.NODE_ENV,
    host: values.HOST,
    port: values.PORT,
    dataDir,
    publicUrl,
    allowedHosts: readAllowedHosts(publicUrl, values.ALLOWED_HOSTS),
    ...readDatabaseConfig(values),
    secrets: values.SECRET ?? values.SECRET_FILE ?? [readOrCreateSecret(dataDir)],
    storage: readStorageConfig(values),
    backup: readBackupConfig(values),
    encryptFiles: values.ENCRYPT_FILES,
    mediaDelivery: values.MEDIA_DELIVERY,
    diskReserve: values.DISK_RESERVE_MB * 1024 ** 2,
    openUploads: { most: values.OPEN_UPLOADS, bytes: values.OPEN_UPLOADS_GB * 1024 ** 3 },
    clamd: values.CLAMD_URL,
    allowsUnisolatedVideos:
      values.ALLOW_UNISOLATED_VIDEOS ?? (values.NODE_ENV !== 'production' || demo),
    payments: demo ? DEMO_PAYMENTS : readPaymentsConfig(values),
    verification: readVerificationConfig(values, demo),
    ...readAgeRules(values, demo),
    admin: readAdmin(values),
    mail: readMail(values, publicUrl),
    agency: readAgency(values, demo),
    payoutTerms: readPayoutTerms(values),
    tax: readTaxConfig(values, demo),
    bank: readBankConfig(values, demo),
    correctionApprovalCents: values.CORRECTION_APPROVAL_USD * 100,
    disputeThresholds: readDisputeThresholds(values),
    requireConfirmedEmail: readConfirmation(values, demo),
    requireSecondFactor: values.REQUIRE_SECOND_FACTOR ?? !demo,
    priceChangesNeedConsent: values.PRICE_CHANGES_NEED_CONSENT,
    ...readPublicationConfig(values),
    throttleFactor: values.THROTTLE_FACTOR,
    trustProxy: values.TRUST_PROXY,
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
    slowQueryMs: values.SLOW_QUERY_MS,
    exportTraces: values.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    demo,
  };
}

/** A confirmation is required by default where the mail with its link can be sent. */
function readConfirmation(values: z.infer<typeof environment>, demo: boolean): boolean {
  const { REQUIRE_CONFIRMED_EMAIL: isRequired, SMTP_URL: server, NODE_ENV: mode } = values;
  // Tests read the mails from their queue.
  if (isRequired && !server && !demo && mode !== 'test') {
    throw new ConfigError(['REQUIRE_CONFIRMED_EMAIL: needs SMTP_URL, or no fan can sign up']);
  }
  return isRequired ?? (!demo && server !== undefined);
}

function readAdmin({ ADMIN_EMAIL, ADMIN_PASSWORD }: z.infer<typeof environment>): Config['admin'] {
  if (ADMIN_EMAIL && ADMIN_PASSWORD) {
    return { email: ADMIN_EMAIL.toLowerCase(), password: ADMIN_PASSWORD };
  }
  if (!ADMIN_EMAIL && !ADMIN_PASSWORD) return undefined;
  const missing = ADMIN_EMAIL ? 'ADMIN_PASSWORD' : 'ADMIN_EMAIL';
  throw new ConfigError([
    `${missing}: must be set when the other of ADMIN_EMAIL and ADMIN_PASSWORD is`,
  ]);
}
