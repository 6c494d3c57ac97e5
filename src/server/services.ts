import { Hono } from 'hono';
import type { Pool } from 'pg';
import {
  APPLICATION_LINK,
  applicationUrl,
} from '#src/features/agency/applications/server/application-links.ts';
import { OWNED_APPLICATIONS } from '#src/features/agency/applications/server/applications.api.ts';
import { verificationWebhooks } from '#src/features/agency/performers/server/provider-checks/verification-webhooks.ts';
import type { VerificationProvider } from '#src/features/agency/verification-providers/server/verification-provider.ts';
import { createVerificationProvider } from '#src/features/agency/verification-providers/server/verification-providers.ts';
import { TAGGED_PEOPLE } from '#src/features/backoffice/users/server/user-scope.ts';
import {
  createMediaTokens,
  type MediaTokens,
} from '#src/features/content/media/server/media-tokens.ts';
import {
  createMediaUse,
  type MediaUse,
} from '#src/features/content/posts/server/delivery/media-use.ts';
import { createPostPages, type PostPages } from '#src/features/content/posts/server/post-page.ts';
import {
  createViewRecorder,
  type RecordViews,
} from '#src/features/content/posts/server/post-views.ts';
import { createStudio, type Studio } from '#src/features/content/posts/server/studio.ts';
import { GUESS_DELAY, SPRAY_DELAY } from '#src/features/identity/auth/server/password-guesses.ts';
import {
  SECURE_ACCOUNT_LINK,
  secureAccountUrl,
} from '#src/features/identity/auth/server/secure-account.ts';
import {
  CONFIRM_EMAIL_LINK,
  confirmEmailUrl,
  UNDO_EMAIL_LINK,
  undoEmailUrl,
} from '#src/features/identity/email-addresses/server/email-links.ts';
import { SIGN_UP_LINK, signUpUrl } from '#src/features/identity/fan-sign-up/server/sign-up-link.ts';
import { unsubscribeAddresses } from '#src/features/identity/mail-preferences/server/unsubscribe-links.ts';
import { CODE_DELAY } from '#src/features/identity/second-factor/server/second-factor.ts';
import type { AllTaggedRecords } from '#src/features/identity/tags/server/tags.ts';
import { latestPaymentAt } from '#src/features/money/ledger/server/latest-payment.ts';
import { paymentWebhooks } from '#src/features/money/payment-events/server/payment-webhooks.ts';
import { createPayments, type Payments } from '#src/features/money/payments/server/payments.ts';
import type { Deliver } from '#src/features/money/payments/server/sandbox/sandbox-provider.ts';
import type { LatestPaymentAt } from '#src/features/money/plans/server/commission-rates.ts';
import type { PlanFigures } from '#src/features/money/plans/server/plan-list.ts';
import {
  CANCEL_LINK,
  cancelUrl,
} from '#src/features/money/subscriptions/server/cancel-links/cancel-links.ts';
import { planFigures } from '#src/features/money/subscriptions/server/plan-figures.ts';
import {
  PRICE_LINK,
  priceUrl,
} from '#src/features/money/subscriptions/server/price-changes/price-links.ts';
import type { AgeProvider } from '#src/features/trust/age-checks/server/age-provider.ts';
import { createAgeProviders } from '#src/features/trust/age-checks/server/age-providers.ts';
import { ageWebhooks } from '#src/features/trust/age-checks/server/age-webhooks.ts';
import {
  createViewerAge,
  type ViewerAge,
} from '#src/features/trust/age-checks/server/viewer-age.ts';
import { REPORT_LINKS, reportUrl } from '#src/features/trust/complaints/server/report-links.ts';
import { RELEASE_LINK, releaseUrl } from '#src/features/trust/releases/server/invitation-links.ts';
import { OWNED_TASKS } from '#src/features/work/tasks/server/tasks.api.ts';
import { createVirusScan, type VirusScan } from '#src/platform/antivirus/virus-scan.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Replicas } from '#src/platform/database/replicas.ts';
import type { SlowStatements } from '#src/platform/database/slow-statements.ts';
import { createGrowingDelay, type GrowingDelay } from '#src/platform/http/growing-delay.ts';
import type { RequestEnv } from '#src/platform/http/operation.ts';
import { createRateLimit, type RateLimit } from '#src/platform/http/rate-limit.ts';
import { createThrottles, type Throttles } from '#src/platform/http/throttle.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { createLive, type Live } from '#src/platform/jobs/live.ts';
import type { Log } from '#src/platform/log/log.ts';
import { createMailer, type Mailer } from '#src/platform/mail/mail.ts';
import type { Storage } from '#src/platform/storage/storage.ts';

/** The dependencies of the features, passed as arguments. */
export type Services = {
  config: Config;
  log: Log;
  db: Db;
  pool: Pool;
  /** The replicas of the database, for reads that may lag. */
  replicas: Replicas;
  /** The address of the database itself, for what a session holds: LISTEN and locks. */
  directUrl: string;
  jobs: Jobs;
  live: Live;
  mail: Mailer;
  storage: Storage;
  /** Null if slow statements are not logged. */
  slowStatements: SlowStatements | null;
  scanFile: VirusScan;
  mediaTokens: MediaTokens;
  postPages: PostPages;
  studio: Studio;
  recordViews: RecordViews;
  mediaUse: MediaUse;
  payments: Payments;
  /** The company that checks identities; null if only people do. */
  verificationProvider: VerificationProvider | null;
  /** The companies that verify the age of visitors and fans. */
  ageProviders: AgeProvider[];
  viewerAge: ViewerAge;
  deliver: Deliver;
  planFigures: PlanFigures;
  latestPaymentAt: LatestPaymentAt;
  taggedRecords: AllTaggedRecords;
  guesses: GrowingDelay;
  sprays: GrowingDelay;
  codeGuesses: GrowingDelay;
  throttles: Throttles;
  limits: {
    signInAddress: RateLimit;
    signUp: RateLimit;
    addressMail: RateLimit;
    emailLink: RateLimit;
    contact: RateLimit;
    inboundMail: RateLimit;
    avatar: RateLimit;
    report: RateLimit;
    allReports: RateLimit;
    reportReceipt: RateLimit;
    reportLink: RateLimit;
    evidence: RateLimit;
    allEvidence: RateLimit;
    consentLink: RateLimit;
    releaseLink: RateLimit;
    releaseUpload: RateLimit;
    releaseIdentity: RateLimit;
    application: RateLimit;
    applicationAddress: RateLimit;
    applicationLink: RateLimit;
    applicationPicture: RateLimit;
    forgotPassword: RateLimit;
    forgotPasswordAddress: RateLimit;
    resetMail: RateLimit;
    dataExport: RateLimit;
    resetPassword: RateLimit;
    cancelLink: RateLimit;
    priceLink: RateLimit;
    ageCheck: RateLimit;
    ageResult: RateLimit;
    cspReports: RateLimit;
  };
};

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;

/** What has to be opened and closed. */
type Opened = 'db' | 'pool' | 'replicas' | 'directUrl' | 'jobs' | 'storage' | 'slowStatements';

export function createServices(base: Pick<Services, 'config' | 'log' | Opened>): Services {
  const { config, log, pool } = base;
  const mediaTokens = createMediaTokens(config.secrets);
  const mail = createMailer({
    ...base,
    secretLinks: {
      [CONFIRM_EMAIL_LINK]: (confirmationId) => confirmEmailUrl(config, confirmationId),
      [SIGN_UP_LINK]: (signUpId) => signUpUrl(config, signUpId),
      [UNDO_EMAIL_LINK]: (confirmationId) => undoEmailUrl(config, confirmationId),
      [REPORT_LINKS.reporter]: (complaintId) => reportUrl(config, complaintId, 'reporter'),
      [REPORT_LINKS.influencer]: (complaintId) => reportUrl(config, complaintId, 'influencer'),
      [APPLICATION_LINK]: (applicationId) => applicationUrl(config, applicationId),
      [SECURE_ACCOUNT_LINK]: (deviceId) => secureAccountUrl(config, deviceId),
      [RELEASE_LINK]: (invitationId) => releaseUrl(config, invitationId),
      [CANCEL_LINK]: (subscriptionId) => cancelUrl(config, subscriptionId),
      [PRICE_LINK]: (notice) => priceUrl(config, notice),
    },
    unsubscribeAddresses: (subject) => unsubscribeAddresses(config, subject),
  });
  return {
    ...base,
    live: createLive(base.directUrl, log),
    scanFile: createVirusScan(config.clamd),
    mail,
    mediaTokens,
    postPages: createPostPages({ pool, mediaTokens, config }),
    studio: createStudio({ pool, mediaTokens }),
    recordViews: createViewRecorder(pool),
    mediaUse: createMediaUse({ ...base, mail, factor: config.throttleFactor }),
    ...createProviders({ ...base, mail }),
    viewerAge: createViewerAge(base.db, config),
    planFigures,
    latestPaymentAt,
    taggedRecords: { application: OWNED_APPLICATIONS, task: OWNED_TASKS, person: TAGGED_PEOPLE },
    guesses: createGrowingDelay(base.db, GUESS_DELAY),
    sprays: createGrowingDelay(base.db, SPRAY_DELAY),
    codeGuesses: createGrowingDelay(base.db, CODE_DELAY),
    throttles: createThrottles(pool, config.throttleFactor),
    limits: createLimits(pool),
  };
}

/** The providers of payments and checks, and how a sandbox delivers its reports. */
function createProviders(
  base: Pick<Services, 'config' | 'log' | 'db' | 'jobs' | 'mail'>,
): Pick<Services, 'payments' | 'verificationProvider' | 'ageProviders' | 'deliver'> {
  const { config, log, db } = base;
  // The sandboxes deliver their events to the webhooks in the same process.
  const deliver: Deliver = (request) => webhooks.fetch(request);
  const payments = createPayments(config, { db, deliver });
  const webhooks = new Hono<RequestEnv>();
  webhooks.onError((error, c) => {
    log.error({ err: error }, 'the sandbox could not deliver');
    return c.body(null, 500);
  });
  const verificationProvider = createVerificationProvider(config, db);
  webhooks.route('/', verificationWebhooks({ ...base, verificationProvider }));
  const ageProviders = createAgeProviders(config);
  webhooks.route('/', ageWebhooks({ ...base, ageProviders }));
  webhooks.route('/', paymentWebhooks({ ...base, payments }));
  return { payments, verificationProvider, ageProviders, deliver };
}

const createLimits = (pool: Pool): Services['limits'] => ({
  signInAddress: createRateLimit(pool, {
    name: 'sign-in-address',
    points: 100,
    seconds: QUARTER_HOUR,
  }),
  signUp: createRateLimit(pool, { name: 'sign-up', points: 30, seconds: HOUR }),
  addressMail: createRateLimit(pool, { name: 'address-mail', points: 5, seconds: HOUR }),
  emailLink: createRateLimit(pool, { name: 'email-link', points: 60, seconds: HOUR }),
  avatar: createRateLimit(pool, { name: 'avatar', points: 20, seconds: HOUR }),
  contact: createRateLimit(pool, { name: 'contact', points: 10, seconds: HOUR }),
  ...createReportLimits(pool),
  consentLink: createRateLimit(pool, { name: 'consent-link', points: 60, seconds: HOUR }),
  releaseLink: createRateLimit(pool, { name: 'release-link', points: 60, seconds: HOUR }),
  releaseUpload: createRateLimit(pool, { name: 'release-upload', points: 20, seconds: HOUR }),
  // Per invitation: attempts to enter the date of birth.
  releaseIdentity: createRateLimit(pool, {
    name: 'release-identity',
    points: 40,
    seconds: 24 * HOUR,
  }),
  // Per conversation.
  inboundMail: createRateLimit(pool, { name: 'inbound-mail', points: 20, seconds: HOUR }),
  application: createRateLimit(pool, { name: 'application', points: 20, seconds: HOUR }),
  applicationAddress: createRateLimit(pool, {
    name: 'application-address',
    points: 5,
    seconds: 24 * HOUR,
  }),
  applicationLink: createRateLimit(pool, { name: 'application-link', points: 60, seconds: HOUR }),
  applicationPicture: createRateLimit(pool, {
    name: 'application-picture',
    points: 30,
    seconds: HOUR,
  }),
  forgotPassword: createRateLimit(pool, { name: 'forgot-password', points: 5, seconds: HOUR }),
  forgotPasswordAddress: createRateLimit(pool, {
    name: 'forgot-password-address',
    points: 30,
    seconds: HOUR,
  }),
  resetMail: createRateLimit(pool, { name: 'reset-mail', points: 5, seconds: HOUR }),
  dataExport: createRateLimit(pool, { name: 'data-export', points: 5, seconds: 24 * HOUR }),
  resetPassword: createRateLimit(pool, { name: 'reset-password', points: 30, seconds: HOUR }),
  cancelLink: createRateLimit(pool, { name: 'cancel-link', points: 60, seconds: HOUR }),
  priceLink: createRateLimit(pool, { name: 'price-link', points: 60, seconds: HOUR }),
  // Per account or network.
  ageCheck: createRateLimit(pool, { name: 'age-check', points: 10, seconds: HOUR }),
  // Per check.
  ageResult: createRateLimit(pool, { name: 'age-result', points: 60, seconds: HOUR }),
  cspReports: createRateLimit(pool, { name: 'csp-reports', points: 20, seconds: HOUR }),
});

const createReportLimits = (pool: Pool) => ({
  report: createRateLimit(pool, { name: 'report', points: 10, seconds: HOUR }),
  // Of all networks together: as many as can be stored and read; others have to wait.
  allReports: createRateLimit(pool, { name: 'all-reports', points: 600, seconds: 60 }),
  // Per email address.
  reportReceipt: createRateLimit(pool, { name: 'report-receipt', points: 5, seconds: 24 * HOUR }),
  reportLink: createRateLimit(pool, { name: 'report-link', points: 60, seconds: HOUR }),
  evidence: createRateLimit(pool, { name: 'evidence', points: 30, seconds: HOUR }),
  // Of all networks together.
  allEvidence: createRateLimit(pool, {
    name: 'all-evidence',
    points: 1_000,
    seconds: 24 * HOUR,
  }),
});
