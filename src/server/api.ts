import { OpenAPIHono } from '@hono/zod-openapi';
import { applicationsApi } from '#src/features/agency/applications/server/applications.api.ts';
import { performersApi } from '#src/features/agency/performers/server/performers.api.ts';
import { performerVerificationApi } from '#src/features/agency/performers/server/verification.api.ts';
import { searchApi } from '#src/features/backoffice/app-frame/server/search.api.ts';
import { auditApi } from '#src/features/backoffice/audit/server/audit.api.ts';
import { backgroundJobsApi } from '#src/features/backoffice/background-jobs/server/background-jobs.api.ts';
import { bannedTermListApi } from '#src/features/backoffice/banned-term-list/server/banned-term-list.api.ts';
import { dashboardApi } from '#src/features/backoffice/dashboard/server/dashboard.api.ts';
import { systemStatusApi } from '#src/features/backoffice/dashboard/server/system-status.api.ts';
import { decisionsApi } from '#src/features/backoffice/decisions/server/decisions.api.ts';
import { disputeEvidenceApi } from '#src/features/backoffice/dispute-evidence/server/dispute-evidence.api.ts';
import { fanFileApi } from '#src/features/backoffice/fan-file/server/fan-file.api.ts';
import { importsApi } from '#src/features/backoffice/imports/server/imports.api.ts';
import { inboxApi } from '#src/features/backoffice/inbox/server/inbox.api.ts';
import { replyTemplatesApi } from '#src/features/backoffice/inbox/server/reply-templates.api.ts';
import { agreementsApi } from '#src/features/backoffice/influencer-records/server/agreements.api.ts';
import { editInfluencerApi } from '#src/features/backoffice/influencer-records/server/edit-influencer.api.ts';
import { influencersApi } from '#src/features/backoffice/influencer-records/server/influencers.api.ts';
import { notesApi } from '#src/features/backoffice/influencer-records/server/notes.api.ts';
import { reportsApi } from '#src/features/backoffice/reports/server/reports.api.ts';
import { savedViewsApi } from '#src/features/backoffice/saved-views/server/saved-views.api.ts';
import { staffNotificationsApi } from '#src/features/backoffice/staff-notifications/server/staff-notifications.api.ts';
import { userInvitationsApi } from '#src/features/backoffice/users/server/user-invitations.api.ts';
import { usersApi } from '#src/features/backoffice/users/server/users.api.ts';
import { viewingAsFanApi } from '#src/features/backoffice/users/server/viewing-as-fan.api.ts';
import { avatarsApi } from '#src/features/content/avatars/server/avatars.api.ts';
import { blockedFilesApi } from '#src/features/content/blocked-files/server/blocked-files.api.ts';
import { consentsApi } from '#src/features/content/consents/server/consents.api.ts';
import { ownConsentsApi } from '#src/features/content/consents/server/own-consents.api.ts';
import { feedApi } from '#src/features/content/feed/server/feed.api.ts';
import { mediaApi } from '#src/features/content/media/server/media.api.ts';
import { notificationsApi } from '#src/features/content/notifications/server/notifications.api.ts';
import { pageImagesApi } from '#src/features/content/page-images/server/page-images.api.ts';
import { planningApi } from '#src/features/content/planning/server/planning.api.ts';
import { portfoliosApi } from '#src/features/content/portfolios/server/portfolios.api.ts';
import { bulkPostsApi } from '#src/features/content/posts/server/bulk-posts.api.ts';
import { postsApi } from '#src/features/content/posts/server/posts.api.ts';
import { vaultApi } from '#src/features/content/vault/server/vault.api.ts';
import { authApi } from '#src/features/identity/auth/server/auth.api.ts';
import { debugApi } from '#src/features/identity/auth/server/debug.api.ts';
import { firstAdminApi } from '#src/features/identity/auth/server/first-admin.api.ts';
import { ownSessionsApi } from '#src/features/identity/auth/server/own-sessions.api.ts';
import { passkeySignInApi } from '#src/features/identity/auth/server/passkey-sign-in.api.ts';
import { passwordResetApi } from '#src/features/identity/auth/server/password-reset.api.ts';
import { secureAccountApi } from '#src/features/identity/auth/server/secure-account.api.ts';
import { colleaguesApi } from '#src/features/identity/colleagues/server/colleagues.api.ts';
import { emailAddressesApi } from '#src/features/identity/email-addresses/server/email-addresses.api.ts';
import { signUpApi } from '#src/features/identity/fan-sign-up/server/sign-up.api.ts';
import { mailPreferencesApi } from '#src/features/identity/mail-preferences/server/mail-preferences.api.ts';
import { accountApi } from '#src/features/identity/profile/server/account.api.ts';
import { profileApi } from '#src/features/identity/profile/server/profile.api.ts';
import { passkeysApi } from '#src/features/identity/second-factor/server/passkeys.api.ts';
import { secondFactorApi } from '#src/features/identity/second-factor/server/second-factor.api.ts';
import { tagsApi } from '#src/features/identity/tags/server/tags.api.ts';
import { bankFilesApi } from '#src/features/money/bank-files/server/bank-files.api.ts';
import { correctionsApi } from '#src/features/money/corrections/server/corrections.api.ts';
import { disputesApi } from '#src/features/money/disputes/server/disputes.api.ts';
import { earningsApi } from '#src/features/money/earnings/server/earnings.api.ts';
import { invoicesApi } from '#src/features/money/invoices/server/invoices.api.ts';
import { ledgerChecksApi } from '#src/features/money/ledger-checks/server/ledger-checks.api.ts';
import { payeeReportsApi } from '#src/features/money/payee-reports/server/payee-reports.api.ts';
import { ownBankDetailsApi } from '#src/features/money/payees/server/own-bank-details.api.ts';
import { ownTaxDetailsApi } from '#src/features/money/payees/server/own-tax-details.api.ts';
import { payeesApi } from '#src/features/money/payees/server/payees.api.ts';
import { taxDetailsApi } from '#src/features/money/payees/server/tax-details.api.ts';
import { paymentEventsApi } from '#src/features/money/payment-events/server/payment-events.api.ts';
import { paymentListApi } from '#src/features/money/payment-list/server/payment-list.api.ts';
import { payoutStatesApi } from '#src/features/money/payouts/server/changes/payout-states.api.ts';
import { influencerPayoutsApi } from '#src/features/money/payouts/server/influencer-payouts.api.ts';
import { ownPayoutsApi } from '#src/features/money/payouts/server/own-payouts.api.ts';
import { payoutRulesApi } from '#src/features/money/payouts/server/payout-rules.api.ts';
import { payoutsApi } from '#src/features/money/payouts/server/payouts.api.ts';
import { plansApi } from '#src/features/money/plans/server/plans.api.ts';
import { reconciliationApi } from '#src/features/money/reconciliation/server/reconciliation.api.ts';
import { backOfficeSubscriptionsApi } from '#src/features/money/subscribers/server/back-office-subscriptions.api.ts';
import { cancelLinksApi } from '#src/features/money/subscriptions/server/cancel-links/cancel-links.api.ts';
import { priceAnswersApi } from '#src/features/money/subscriptions/server/price-changes/price-answers.api.ts';
import { priceChangesApi } from '#src/features/money/subscriptions/server/price-changes/price-changes.api.ts';
import { purchaseHistoryApi } from '#src/features/money/subscriptions/server/purchase-history.api.ts';
import { savedCardApi } from '#src/features/money/subscriptions/server/saved-card/saved-card.api.ts';
import { subscriptionsApi } from '#src/features/money/subscriptions/server/subscriptions.api.ts';
import { dataExportApi } from '#src/features/privacy/data-export/server/data-export.api.ts';
import { erasureApi } from '#src/features/privacy/erasure/server/erasure.api.ts';
import { influencerPageApi } from '#src/features/storefront/influencer-page/server/influencer-page.api.ts';
import { pagePreviewApi } from '#src/features/storefront/influencer-page/server/page-preview.api.ts';
import { landingApi } from '#src/features/storefront/landing/server/landing.api.ts';
import { marketplaceApi } from '#src/features/storefront/marketplace/server/marketplace.api.ts';
import { ageChecksApi } from '#src/features/trust/age-checks/server/age-checks.api.ts';
import { agreementVersionsApi } from '#src/features/trust/agreements/server/agreement-versions.api.ts';
import { signedAgreementsApi } from '#src/features/trust/agreements/server/signed-agreements.api.ts';
import { complaintsApi } from '#src/features/trust/complaints/server/complaints.api.ts';
import { complianceReportApi } from '#src/features/trust/compliance-report/server/compliance-report.api.ts';
import { escalationsApi } from '#src/features/trust/escalations/server/escalations.api.ts';
import { evidenceApi } from '#src/features/trust/evidence/server/evidence.api.ts';
import { policiesApi } from '#src/features/trust/policies/server/policies.api.ts';
import { recordIndexApi } from '#src/features/trust/record-index/server/record-index.api.ts';
import { releasesApi } from '#src/features/trust/releases/server/releases.api.ts';
import { reviewsApi } from '#src/features/trust/reviews/server/reviews.api.ts';
import { strikesApi } from '#src/features/trust/strikes/server/strikes.api.ts';
import { transparencyApi } from '#src/features/trust/transparency/server/transparency.api.ts';
import { automationApi } from '#src/features/work/automation/server/automation.api.ts';
import { commentsApi } from '#src/features/work/comments/server/comments.api.ts';
import { contactApi } from '#src/features/work/contact/server/contact.api.ts';
import { taskNotificationsApi } from '#src/features/work/tasks/server/task-notifications.api.ts';
import { taskReviewApi } from '#src/features/work/tasks/server/task-review.api.ts';
import { taskTemplatesApi } from '#src/features/work/tasks/server/task-templates.api.ts';
import { tasksApi } from '#src/features/work/tasks/server/tasks.api.ts';
import type { Intersection } from '#src/lib/api/client-types.ts';
import type { FeatureApi, RequestEnv } from '#src/platform/http/operation.ts';
import type { Services } from './services.ts';

const FEATURES = [
  signUpApi,
  accountApi,
  emailAddressesApi,
  mailPreferencesApi,
  colleaguesApi,
  tagsApi,
  firstAdminApi,
  subscriptionsApi,
  savedCardApi,
  backOfficeSubscriptionsApi,
  paymentEventsApi,
  paymentListApi,
  reconciliationApi,
  correctionsApi,
  disputesApi,
  purchaseHistoryApi,
  cancelLinksApi,
  priceChangesApi,
  priceAnswersApi,
  authApi,
  passkeySignInApi,
  passwordResetApi,
  ownSessionsApi,
  secureAccountApi,
  secondFactorApi,
  passkeysApi,
  dataExportApi,
  erasureApi,
  // Before `/api/users/{id}`, which would match its address.
  userInvitationsApi,
  usersApi,
  decisionsApi,
  viewingAsFanApi,
  profileApi,
  debugApi,
  avatarsApi,
  portfoliosApi,
  mediaApi,
  pageImagesApi,
  postsApi,
  bulkPostsApi,
  consentsApi,
  ownConsentsApi,
  vaultApi,
  blockedFilesApi,
  planningApi,
  notificationsApi,
  feedApi,
  marketplaceApi,
  influencerPageApi,
  landingApi,
  influencersApi,
  editInfluencerApi,
  agreementsApi,
  notesApi,
  performersApi,
  performerVerificationApi,
  ownBankDetailsApi,
  ownTaxDetailsApi,
  payeesApi,
  taxDetailsApi,
  influencerPayoutsApi,
  payoutsApi,
  payeeReportsApi,
  bankFilesApi,
  payoutStatesApi,
  payoutRulesApi,
  ledgerChecksApi,
  earningsApi,
  ownPayoutsApi,
  pagePreviewApi,
  policiesApi,
  complaintsApi,
  evidenceApi,
  strikesApi,
  transparencyApi,
  agreementVersionsApi,
  signedAgreementsApi,
  releasesApi,
  recordIndexApi,
  escalationsApi,
  reviewsApi,
  ageChecksApi,
  complianceReportApi,
  contactApi,
  inboxApi,
  replyTemplatesApi,
  bannedTermListApi,
  auditApi,
  backgroundJobsApi,
  fanFileApi,
  disputeEvidenceApi,
  reportsApi,
  importsApi,
  applicationsApi,
  tasksApi,
  taskTemplatesApi,
  automationApi,
  taskReviewApi,
  taskNotificationsApi,
  plansApi,
  invoicesApi,
  commentsApi,
  savedViewsApi,
  staffNotificationsApi,
  dashboardApi,
  systemStatusApi,
  searchApi,
] as const;

/** Creates the API with the operations of all features. */
export function createApi(services: Services): OpenAPIHono<RequestEnv> {
  const api = new OpenAPIHono<RequestEnv>();
  for (const feature of FEATURES) api.route('/', feature(services).router);
  return api;
}

type FeatureCall<F> = F extends (services: Services) => FeatureApi<infer C> ? C : never;

/** The calls of all operations, for the typed client. */
export type ApiClient = Intersection<FeatureCall<(typeof FEATURES)[number]>>;
