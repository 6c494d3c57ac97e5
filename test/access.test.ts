import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { ServerType } from '@hono/node-server';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { suspendUser } from '#src/features/backoffice/users/server/suspension.ts';
import { sessions, userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { problemSchema } from '#src/lib/problem.ts';
import { ROLES } from '#src/lib/roles.ts';
import { close, listen } from '#src/platform/http/listen.ts';
import { createTestApp, type TestApp, type TestUser } from './harness.ts';
import { listOperations } from './operations.ts';

type Caller = 'visitor' | 'no role' | (typeof ROLES)[number];

const CALLERS: readonly Caller[] = ['visitor', 'no role', ...ROLES];
const everyone = CALLERS;
const signedIn: readonly Caller[] = ['no role', ...ROLES];
const anyRole: readonly Caller[] = ROLES;
const admin: readonly Caller[] = ['admin'];
const backOffice: readonly Caller[] = ['admin', 'staff'];
const influencer: readonly Caller[] = ['influencer'];
const fan: readonly Caller[] = ['subscriber'];

// Maintained by hand, so that an accidental change of an access declaration fails here.
const MAY_CALL: Record<string, readonly Caller[]> = {
  'POST /api/reports': everyone,
  'POST /api/own-consents': everyone,
  'POST /api/own-consents/withdraw': everyone,
  'POST /api/own-release': everyone,
  'POST /api/own-release/open': everyone,
  'POST /api/own-release/sign': everyone,
  'POST /api/own-release/document.pdf': everyone,
  'POST /api/report-status': everyone,
  'POST /api/report-status/information': everyone,
  'POST /api/report-status/appeal': everyone,
  'GET /api/complaints': backOffice,
  'GET /api/complaints/counts': backOffice,
  'GET /api/complaints/{id}': backOffice,
  'PUT /api/complaints/owner': backOffice,
  'GET /api/complaints/{id}/evidence': backOffice,
  'DELETE /api/complaints/{id}/evidence/{evidenceId}': admin,
  'POST /api/report-evidence': everyone,
  'POST /api/complaints/{id}/hide': backOffice,
  'POST /api/complaints/{id}/restore': backOffice,
  'POST /api/complaints/{id}/questions': backOffice,
  'POST /api/complaints/{id}/decision': backOffice,
  'POST /api/complaints/{id}/appeal': backOffice,
  'GET /api/agreement-versions': backOffice,
  'GET /api/agreement-versions/{id}': backOffice,
  'POST /api/agreement-versions': admin,
  'PATCH /api/agreement-versions/{id}': admin,
  'DELETE /api/agreement-versions/{id}': admin,
  'POST /api/agreement-versions/{id}/publish': admin,
  'GET /api/own-agreement': influencer,
  'POST /api/own-agreement/sign': influencer,
  'GET /api/missing-agreements': backOffice,
  'GET /api/signed-agreements': backOffice,
  'GET /api/signed-agreements.csv': backOffice,
  'POST /api/signed-agreements/countersign': admin,
  'GET /api/signed-agreements/{id}': backOffice,
  'POST /api/signed-agreements/{id}/terminate': admin,
  'GET /api/signed-agreements/{id}/document.pdf': [...backOffice, ...influencer],
  'GET /api/compliance-report': admin,
  'GET /api/compliance-report.csv': admin,
  'GET /api/compliance-report.pdf': admin,
  'POST /api/fans': everyone,
  'POST /api/sign-up-link': everyone,
  'POST /api/sign-up-link/finish': everyone,
  'POST /api/setup': everyone,
  'GET /api/account': fan,
  'PUT /api/account': fan,
  'DELETE /api/account': fan,
  'GET /api/account/export': signedIn,
  'GET /api/account/email': signedIn,
  'PUT /api/account/email': signedIn,
  'POST /api/account/email/confirmation': signedIn,
  'DELETE /api/account/email/confirmation': signedIn,
  'POST /api/email-confirmation': everyone,
  'POST /api/email-confirmation/confirm': everyone,
  'POST /api/email-undo': everyone,
  'POST /api/email-undo/undo': everyone,
  'DELETE /api/users/{id}/email-change': admin,
  'PUT /api/account/time-zone': signedIn,
  'DELETE /api/account/avatar': fan,
  'GET /api/account/sessions': signedIn,
  'DELETE /api/account/sessions/{id}': signedIn,
  'POST /api/account/sessions/end-others': signedIn,
  'GET /api/account/second-factor': signedIn,
  'DELETE /api/account/second-factor': signedIn,
  'POST /api/account/second-factor/setup': signedIn,
  'POST /api/account/second-factor/turn-on': signedIn,
  'POST /api/account/second-factor/recovery-codes': signedIn,
  'POST /api/account/passkeys/options': signedIn,
  'POST /api/account/passkeys': signedIn,
  'DELETE /api/account/passkeys/{id}': signedIn,
  'POST /api/auth/passkey/options': everyone,
  'POST /api/auth/passkey': everyone,
  'POST /api/auth/confirmation/passkey/options': signedIn,
  'POST /api/auth/confirmation/passkey': signedIn,
  'POST /api/secure-account': everyone,
  'POST /api/secure-account/use': everyone,
  'GET /api/account/contact': [...backOffice, ...influencer],
  'GET /api/mail-preferences': [...backOffice, ...influencer, ...fan],
  'PUT /api/mail-preferences': [...backOffice, ...influencer, ...fan],
  'POST /api/unsubscribe-link': everyone,
  'POST /api/unsubscribe-link/use': everyone,
  'GET /api/profile': [...backOffice, ...influencer],
  'PUT /api/profile': backOffice,
  'GET /api/debug': signedIn,
  'GET /api/users': backOffice,
  'GET /api/users.csv': backOffice,
  'POST /api/users.csv': backOffice,
  'POST /api/users': backOffice,
  'GET /api/users/{id}': backOffice,
  'PATCH /api/users/{id}': backOffice,
  'POST /api/users/{id}/password-reset': backOffice,
  'GET /api/users/invitations': backOffice,
  'POST /api/users/{id}/invitation': backOffice,
  'POST /api/users/{id}/viewing': backOffice,
  'DELETE /api/viewing': signedIn,
  'GET /api/users/{id}/export': admin,
  'POST /api/users/{id}/second-factor-reset': backOffice,
  'DELETE /api/users/{id}/second-factor-reset': backOffice,
  'GET /api/users/{id}/deletion': backOffice,
  'DELETE /api/users/{id}': backOffice,
  'POST /api/auth/sign-in': everyone,
  'POST /api/auth/token': everyone,
  'GET /api/auth/session': everyone,
  'GET /api/auth/confirmation': signedIn,
  'POST /api/auth/confirmation': signedIn,
  'POST /api/auth/change-password': signedIn,
  'POST /api/auth/forgot-password': everyone,
  'POST /api/auth/reset-password': everyone,
  'POST /api/users/{id}/suspend': backOffice,
  'POST /api/users/{id}/activate': backOffice,
  'POST /api/checkouts': fan,
  'GET /api/checkouts/{id}': fan,
  'GET /api/payment-options': fan,
  'POST /api/checkouts/saved-card': fan,
  'DELETE /api/saved-card': fan,
  'GET /api/subscriptions': fan,
  'POST /api/subscriptions/{id}/cancel': fan,
  'POST /api/subscriptions/{id}/resume': fan,
  'GET /api/subscribers': backOffice,
  'GET /api/subscribers.csv': backOffice,
  'GET /api/subscribers/figures': backOffice,
  'GET /api/subscribers/{id}': backOffice,
  'GET /api/subscribers/{id}/payments': backOffice,
  'POST /api/subscriptions/{id}/suspend': backOffice,
  'POST /api/subscriptions/{id}/reactivate': backOffice,
  'POST /api/subscriptions/{id}/end': backOffice,
  'POST /api/subscriptions/{id}/refunds': backOffice,
  'DELETE /api/subscriptions/{id}/refunds/{refundId}': backOffice,
  'POST /api/subscriptions/{id}/refunds/{refundId}/made': backOffice,
  'POST /api/subscriptions/{id}/provider-change': backOffice,
  'GET /api/payments': backOffice,
  'GET /api/payments.csv': backOffice,
  'GET /api/payments/{id}': backOffice,
  'GET /api/invoices': backOffice,
  'GET /api/invoices.csv': backOffice,
  'GET /api/invoices/{id}/document.pdf': [...backOffice, ...fan],
  'GET /api/tax-report': admin,
  'GET /api/tax-report.csv': admin,
  'GET /api/tax-residence': fan,
  'GET /api/disputes': backOffice,
  'GET /api/disputes.csv': backOffice,
  'GET /api/dispute-ratios': backOffice,
  'GET /api/disputes/{id}': backOffice,
  'POST /api/disputes/{id}/mark': backOffice,
  'GET /api/disputes/{id}/evidence': backOffice,
  'GET /api/disputes/{id}/evidence.pdf': backOffice,
  'GET /api/disputes/{id}/submission': backOffice,
  'POST /api/disputes/{id}/submission': backOffice,
  'GET /api/performers': backOffice,
  'GET /api/performers.csv': backOffice,
  'GET /api/performers/{id}': backOffice,
  'POST /api/performers': backOffice,
  'PATCH /api/performers/{id}': backOffice,
  'PUT /api/performers/{id}/archived': backOffice,
  'PUT /api/performers/{id}/hold': admin,
  'GET /api/performers/{id}/consents': backOffice,
  'GET /api/performers/{id}/posts': backOffice,
  'GET /api/performers/{id}/invitations': backOffice,
  'POST /api/performers/{id}/invitations': backOffice,
  'POST /api/performers/{id}/invitations/{invitationId}/resend': backOffice,
  'POST /api/performers/{id}/invitations/{invitationId}/cancel': backOffice,
  'POST /api/performers/{id}/consent-link': backOffice,
  'POST /api/performers/{id}/consents': backOffice,
  'POST /api/performers/{id}/consents/{consentId}/withdraw': backOffice,
  'GET /api/performers/{id}/verification': backOffice,
  'POST /api/performers/{id}/verification': backOffice,
  'POST /api/performers/{id}/verification/check': backOffice,
  'POST /api/performers/{id}/verification/confirm': backOffice,
  'POST /api/performers/{id}/verification/reject': backOffice,
  'POST /api/performers/{id}/verification/end': backOffice,
  'POST /api/performers/{id}/verification/session': backOffice,
  'POST /api/performers/{id}/documents/{documentId}/reveal': backOffice,
  'DELETE /api/performers/{id}/documents/{documentId}': backOffice,
  'GET /api/corrections': backOffice,
  'GET /api/corrections.csv': backOffice,
  'GET /api/corrections/{id}': backOffice,
  'GET /api/influencers/{id}/correction-basis': backOffice,
  'POST /api/corrections': backOffice,
  'POST /api/corrections/{id}/approve': backOffice,
  'POST /api/corrections/{id}/decline': backOffice,
  'POST /api/corrections/{id}/withdraw': backOffice,
  'POST /api/corrections/{id}/reverse': backOffice,
  'GET /api/ledger-checks': admin,
  'POST /api/ledger-checks': admin,
  'GET /api/ledger-entries.csv': admin,
  'GET /api/ledger-totals.csv': admin,
  'GET /api/ledger-findings': admin,
  'GET /api/ledger-findings/{id}': admin,
  'PUT /api/ledger-findings/{id}/explanation': admin,
  'DELETE /api/ledger-findings/{id}/explanation': admin,
  'GET /api/fans/{id}': backOffice,
  'GET /api/fans/{id}/timeline': backOffice,
  'GET /api/fans/{id}/purchase-blocks': backOffice,
  'POST /api/fans/{id}/purchase-blocks/lift': backOffice,
  'GET /api/fans/{id}/notes': backOffice,
  'POST /api/fans/{id}/notes': backOffice,
  'DELETE /api/fans/{id}/notes/{noteId}': backOffice,
  'GET /api/payment-events': admin,
  'GET /api/payment-events/counts': admin,
  'GET /api/payment-events/{id}': admin,
  'POST /api/payment-events/replay': admin,
  'POST /api/payment-events/{id}/replay': admin,
  'GET /api/reconciliation': backOffice,
  'GET /api/reconciliation/runs': backOffice,
  'POST /api/reconciliation/runs': backOffice,
  'GET /api/reconciliation/items': backOffice,
  'GET /api/reconciliation/items/{id}': backOffice,
  'POST /api/reconciliation/items/settle': backOffice,
  'POST /api/subscriptions/{id}/payment-method': fan,
  'GET /api/purchases': fan,
  'GET /api/purchases/{id}': fan,
  'POST /api/price-link': everyone,
  'POST /api/price-link/answer': everyone,
  'POST /api/subscriptions/{id}/price-answer': fan,
  'GET /api/plans/{id}/price-changes': backOffice,
  'POST /api/plans/{id}/price-changes': backOffice,
  'GET /api/price-changes/{id}': backOffice,
  'POST /api/price-changes/{id}/call-off': backOffice,
  'GET /api/price-notices': backOffice,
  'POST /api/cancel-link': everyone,
  'POST /api/cancel-link/stop': everyone,
  'GET /api/media': [...backOffice, ...influencer],
  'POST /api/media/{id}/retry': [...backOffice, ...influencer],
  'GET /api/blocked-files': admin,
  'POST /api/blocked-files': admin,
  'POST /api/blocked-files/import': admin,
  'GET /api/blocked-files/{id}': admin,
  'POST /api/blocked-files/{id}/lift': admin,
  'GET /api/vault': [...backOffice, ...influencer],
  'GET /api/vault/{id}/posts': [...backOffice, ...influencer],
  'GET /api/vault/{id}/tasks': [...backOffice, ...influencer],
  'POST /api/vault/reuse': [...backOffice, ...influencer],
  'GET /api/posts': [...backOffice, ...influencer],
  'POST /api/posts': backOffice,
  'GET /api/posts.csv': backOffice,
  'POST /api/posts/delete': backOffice,
  'POST /api/posts/publish': backOffice,
  'POST /api/posts/unschedule': backOffice,
  'PUT /api/posts/category': backOffice,
  'POST /api/posts/plan': backOffice,
  'POST /api/posts/{id}/move': backOffice,
  'GET /api/calendar': [...backOffice, ...influencer],
  'GET /api/calendar/influencers': backOffice,
  'POST /api/posts/drafts': backOffice,
  'GET /api/posts/{id}': backOffice,
  'PUT /api/posts/{id}/draft': backOffice,
  'POST /api/posts/{id}/publish': backOffice,
  'POST /api/posts/{id}/unschedule': backOffice,
  'PATCH /api/posts/{id}': backOffice,
  'DELETE /api/posts/{id}': backOffice,
  'GET /api/notifications/unread': fan,
  'GET /api/notifications': fan,
  'POST /api/notifications/read': fan,
  'POST /api/posts/views': fan,
  'GET /api/feed': fan,
  'GET /api/feed/public': fan,
  'GET /api/feed/counts': fan,
  'GET /api/feed/influencers': fan,
  'GET /api/influencers/{id}/record': backOffice,
  'PATCH /api/influencers/{id}': backOffice,
  'POST /api/influencers/{id}/agreements': backOffice,
  'DELETE /api/influencers/{id}/agreements/{agreementId}': backOffice,
  'GET /api/influencers/{id}/notes': backOffice,
  'POST /api/influencers/{id}/notes': backOffice,
  'DELETE /api/influencers/{id}/notes/{noteId}': backOffice,
  'GET /api/influencers/{id}/payouts': backOffice,
  'GET /api/influencers/{id}/bank-details': backOffice,
  'POST /api/influencers/{id}/bank-details': backOffice,
  'POST /api/influencers/{id}/bank-details/{versionId}/confirm': backOffice,
  'POST /api/influencers/{id}/bank-details/{versionId}/decline': backOffice,
  'POST /api/influencers/{id}/bank-details/{versionId}/reveal': admin,
  'GET /api/my-bank-details': influencer,
  'POST /api/my-bank-details': influencer,
  'POST /api/my-bank-details/withdraw': influencer,
  'GET /api/bank-files': backOffice,
  'POST /api/bank-files': backOffice,
  'POST /api/bank-files/draft': backOffice,
  'POST /api/bank-files/returns': backOffice,
  'GET /api/bank-files/{id}': backOffice,
  'GET /api/bank-files/{id}/file': backOffice,
  'GET /api/payouts': backOffice,
  'GET /api/payouts.csv': backOffice,
  'POST /api/payouts.csv': backOffice,
  'POST /api/payments.csv': backOffice,
  'POST /api/subscribers.csv': backOffice,
  'GET /api/payouts/totals': backOffice,
  'GET /api/payouts/preview': admin,
  'GET /api/payouts/preview/influencers': admin,
  'POST /api/payouts/run': admin,
  'POST /api/payouts/pay': backOffice,
  'POST /api/payouts/undo': backOffice,
  'POST /api/payouts/review': backOffice,
  'POST /api/payouts/approve': backOffice,
  'POST /api/payouts/send': backOffice,
  'POST /api/payouts/return': backOffice,
  'POST /api/payouts/void': backOffice,
  'GET /api/payouts/{id}/transitions': backOffice,
  'GET /api/payout-rules': backOffice,
  'PUT /api/payout-rules': admin,
  'PUT /api/payout-rules/{influencerId}': admin,
  'GET /api/payouts/{id}/statement': [...backOffice, ...influencer],
  'GET /api/payouts/{id}/statement.csv': [...backOffice, ...influencer],
  'GET /api/payouts/{id}/statement.pdf': [...backOffice, ...influencer],
  'GET /api/payout-documents/{id}/document.pdf': [...backOffice, ...influencer],
  'GET /api/earnings': influencer,
  'GET /api/my-payouts': influencer,
  'GET /api/influencers/{id}/page': backOffice,
  'GET /api/influencers': backOffice,
  'GET /api/influencers.csv': backOffice,
  'GET /api/reports': backOffice,
  'GET /api/reports/cohorts': backOffice,
  'GET /api/reports/cohorts.csv': backOffice,
  'GET /api/reports/influencers': backOffice,
  'GET /api/reports/influencers.csv': backOffice,
  'GET /api/reports/profit': backOffice,
  'GET /api/reports/profit.csv': backOffice,
  'GET /api/reports/periods.csv': backOffice,
  'GET /api/reports/recurring': backOffice,
  'GET /api/reports/recurring.csv': backOffice,
  'POST /api/influencers.csv': backOffice,
  'GET /api/influencers/options': backOffice,
  'POST /api/influencers': backOffice,
  'POST /api/imports': backOffice,
  'GET /api/influencers/{id}': backOffice,
  'POST /api/influencers/{id}/go-live': backOffice,
  'DELETE /api/influencers/{id}': backOffice,
  'GET /api/influencers/{id}/page-images': backOffice,
  'PUT /api/influencers/{id}/page-images/{slot}': backOffice,
  'DELETE /api/influencers/{id}/page-images/{slot}': backOffice,
  'GET /api/influencers/{influencerId}/posts': fan,
  'GET /api/influencers/{influencerId}/header': fan,
  'GET /api/marketplace': anyRole,
  'GET /api/marketplace/{publicUrl}': everyone,
  'PUT /api/favorites/{influencerId}': fan,
  'DELETE /api/favorites/{influencerId}': fan,
  'GET /api/featured': everyone,
  'POST /api/contact': everyone,
  'POST /api/agency-messages': influencer,
  'POST /api/application-pictures': everyone,
  'POST /api/application-pictures/removal': everyone,
  'GET /api/applications/{id}/pictures': backOffice,
  'POST /api/application-status': everyone,
  'POST /api/application-status/answer': everyone,
  'POST /api/applications/{id}/questions': backOffice,
  'GET /api/contact': backOffice,
  'POST /api/contact/{id}/answered': backOffice,
  'POST /api/contact/{id}/undo-answered': backOffice,
  'GET /api/inbox': backOffice,
  'GET /api/inbox/counts': backOffice,
  'PUT /api/inbox/owner': backOffice,
  'POST /api/inbox/{id}/complaint': backOffice,
  'POST /api/inbox/answer': backOffice,
  'POST /api/inbox/answer/undo': backOffice,
  'POST /api/inbox/archive': backOffice,
  'POST /api/inbox/archive/undo': backOffice,
  'GET /api/inbox/{id}': backOffice,
  'POST /api/inbox/{id}/replies': backOffice,
  'POST /api/inbox/{id}/replies/{replyId}/undo': backOffice,
  'POST /api/inbox/{id}/replies/{replyId}/resend': backOffice,
  'POST /api/inbox/{id}/archive': backOffice,
  'POST /api/inbox/{id}/restore': backOffice,
  'POST /api/inbox/{id}/reopen': backOffice,
  'GET /api/reply-templates': backOffice,
  'POST /api/reply-templates': backOffice,
  'PUT /api/reply-templates/{id}': backOffice,
  'DELETE /api/reply-templates/{id}': backOffice,
  'GET /api/audit': admin,
  'GET /api/audit.csv': admin,
  'GET /api/audit/actors': admin,
  'GET /api/audit/{id}': admin,
  'POST /api/applications': everyone,
  'GET /api/applications': backOffice,
  'GET /api/applications.csv': backOffice,
  'POST /api/applications.csv': backOffice,
  'GET /api/applications/counts': backOffice,
  'GET /api/applications/{id}': backOffice,
  'POST /api/applications/review': backOffice,
  'POST /api/applications/review/undo': backOffice,
  'PUT /api/applications/owner': backOffice,
  'POST /api/applications/{id}/review': backOffice,
  'POST /api/applications/{id}/undo-review': backOffice,
  'POST /api/applications/{id}/reopen': backOffice,
  'GET /api/dashboard': backOffice,
  'GET /api/dashboard/trends': backOffice,
  'GET /api/dashboard/own': influencer,
  'GET /api/system-status': backOffice,
  'GET /api/search': anyRole,
  // Late, because it assigns a role to the caller without a role.
  'POST /api/debug/subscriber-role': signedIn,
  'GET /api/tasks': backOffice,
  'GET /api/tasks.csv': backOffice,
  'POST /api/tasks.csv': backOffice,
  'GET /api/tasks/counts': backOffice,
  'GET /api/tasks/{id}': [...backOffice, ...influencer],
  'POST /api/tasks': backOffice,
  'POST /api/tasks/close': backOffice,
  'POST /api/tasks/close/undo': backOffice,
  'POST /api/users/suspend': backOffice,
  'PUT /api/tasks/owner': backOffice,
  'PUT /api/tasks/{id}': backOffice,
  'DELETE /api/tasks/{id}': backOffice,
  'POST /api/tasks/{id}/close': backOffice,
  'POST /api/tasks/{id}/request-changes': backOffice,
  'POST /api/tasks/{id}/fail': backOffice,
  'POST /api/tasks/{id}/cancel': backOffice,
  'POST /api/tasks/{id}/reopen': backOffice,
  'POST /api/tasks/{id}/undo': backOffice,
  'GET /api/my-tasks': influencer,
  'GET /api/task-notifications/unread': influencer,
  'GET /api/task-notifications': influencer,
  'POST /api/task-notifications/read': influencer,
  'GET /api/staff-notifications/unread': backOffice,
  'GET /api/staff-notifications': backOffice,
  'GET /api/work-queue': backOffice,
  'GET /api/tags/{kind}': backOffice,
  'PUT /api/tags/{kind}': backOffice,
  'GET /api/task-templates': backOffice,
  'POST /api/task-templates': backOffice,
  'PUT /api/task-templates/{id}': backOffice,
  'DELETE /api/task-templates/{id}': backOffice,
  'GET /api/automation/rules': admin,
  'POST /api/automation/rules': admin,
  'PUT /api/automation/rules/{id}': admin,
  'DELETE /api/automation/rules/{id}': admin,
  'POST /api/automation/preview': admin,
  'GET /api/automation/runs': admin,
  'GET /api/colleagues': backOffice,
  'GET /api/comments/{kind}/{recordId}': backOffice,
  'POST /api/comments/{kind}/{recordId}': backOffice,
  'DELETE /api/comments/{kind}/{recordId}/{commentId}': backOffice,
  'PUT /api/influencers/owner': backOffice,
  'GET /api/setup-guide': admin,
  'GET /api/saved-views': backOffice,
  'POST /api/saved-views': backOffice,
  'PUT /api/saved-views/{id}': backOffice,
  'DELETE /api/saved-views/{id}': backOffice,
  'POST /api/staff-notifications/read': backOffice,
  'POST /api/tasks/{id}/start': influencer,
  'PUT /api/tasks/{id}/checklist': influencer,
  'POST /api/tasks/{id}/submit': influencer,
  'GET /api/plans': backOffice,
  'GET /api/plans/counts': backOffice,
  'GET /api/plans/{id}': backOffice,
  'POST /api/plans': backOffice,
  'PUT /api/plans/{id}': backOffice,
  'POST /api/plans/{id}/activate': backOffice,
  'POST /api/plans/{id}/deactivate': backOffice,
  'GET /api/plans/{id}/commission': backOffice,
  'POST /api/plans/{id}/commission': backOffice,
  'DELETE /api/plans/{id}/commission/{rateId}': backOffice,
  // Last, because it ends the sessions of the callers.
  'POST /api/auth/sign-out': everyone,
};

// Errors that occur after the access check.
const LATER_ERRORS = new Set(['subscription-required', 'checkout-disabled', 'invalid-credentials']);

let app: TestApp;
let server: ServerType;
let url: string;
const users = new Map<Caller, TestUser>();
let suspended: TestUser[];

beforeAll(async () => {
  app = await createTestApp();
  server = await listen({ fetch: app.app.fetch, host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const role of ROLES) users.set(role, await app.as(role));
  const userWithoutRole = await app.as('subscriber');
  await app.db.delete(userRoles).where(eq(userRoles.userId, userWithoutRole.id));
  users.set('no role', userWithoutRole);

  const admin = await app.as('admin');
  const actor = {
    userId: admin.id,
    sessionId: '',
    role: 'admin',
    isLimited: false,
    mustChangePassword: false,
    mustSetUpSecondFactor: false,
    viewedBy: null,
    isConfirmed: true,
    email: '',
    fullName: '',
  } as const;
  suspended = await Promise.all(ROLES.map((role) => app.as(role)));
  for (const user of suspended) await suspendUser(app.services, actor, user.id);
});
afterAll(async () => {
  await close(server);
  await app.close();
});

/** Calls an operation over HTTP. */
async function call(operation: string, user: TestUser | undefined) {
  const [method = '', path = ''] = operation.split(' ');
  const address = path.replace('{publicUrl}', 'nobody').replaceAll(/\{\w+\}/g, () => randomUUID());
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
  const response = await fetch(url + address, {
    method,
    redirect: 'manual',
    headers: {
      ...(user && { cookie: user.cookie }),
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    ...(hasBody && { body: '{}' }),
  });
  const isProblem = response.headers.get('content-type') === 'application/problem+json';
  const problem = isProblem ? problemSchema.parse(await response.json()) : null;
  // The body of an export may be long.
  if (!isProblem) await response.body?.cancel();
  return { status: response.status, code: problem?.code };
}

test('every operation of the API is in this table', () => {
  const registered = listOperations(app.services).map(({ name }) => name);
  expect(registered.toSorted()).toEqual(Object.keys(MAY_CALL).toSorted());
});

describe.each(Object.entries(MAY_CALL))('%s', (operation, allowed) => {
  test(`may be called only by: ${allowed.join(', ')}`, async () => {
    for (const caller of CALLERS) {
      // A call that deletes its caller has one of its own.
      const isLast = operation === 'DELETE /api/account' && caller === 'subscriber';
      const user = isLast ? await app.as('subscriber') : users.get(caller);
      const { status, code = '' } = await call(operation, user);
      const refused = (status === 401 || status === 403) && !LATER_ERRORS.has(code);
      const answer = refused ? `${status} ${code}` : 'allowed';
      const refusal = caller === 'visitor' ? '401 unauthenticated' : '403 forbidden';
      expect(answer, caller).toBe(allowed.includes(caller) ? 'allowed' : refusal);
      // An internal error does not prove access.
      expect(status, `${caller}: ${code}`).toBeLessThan(500);
    }
  });
});

const closed = Object.keys(MAY_CALL).filter((operation) => MAY_CALL[operation] !== everyone);

// Maintained by hand: what a person at an unattended device must not do.
const NEEDS_CONFIRMATION = [
  'DELETE /api/account',
  'DELETE /api/account/passkeys/{id}',
  'DELETE /api/account/second-factor',
  'DELETE /api/account/sessions/{id}',
  'DELETE /api/complaints/{id}/evidence/{evidenceId}',
  'DELETE /api/influencers/{id}',
  'DELETE /api/plans/{id}/commission/{rateId}',
  'DELETE /api/users/{id}',
  'GET /api/account/export',
  'GET /api/applications.csv',
  'GET /api/audit.csv',
  'GET /api/auth/confirmation',
  'GET /api/bank-files/{id}/file',
  'GET /api/compliance-report.csv',
  'GET /api/compliance-report.pdf',
  'GET /api/corrections.csv',
  'GET /api/disputes.csv',
  'GET /api/disputes/{id}/evidence',
  'GET /api/disputes/{id}/evidence.pdf',
  'GET /api/influencers.csv',
  'GET /api/invoices.csv',
  'GET /api/ledger-entries.csv',
  'GET /api/ledger-totals.csv',
  'GET /api/payments.csv',
  'GET /api/payouts.csv',
  'GET /api/performers.csv',
  'GET /api/posts.csv',
  'GET /api/reports/cohorts.csv',
  'GET /api/reports/influencers.csv',
  'GET /api/reports/periods.csv',
  'GET /api/reports/profit.csv',
  'GET /api/reports/recurring.csv',
  'GET /api/signed-agreements.csv',
  'GET /api/subscribers.csv',
  'GET /api/tasks.csv',
  'GET /api/tax-report.csv',
  'GET /api/users.csv',
  'GET /api/users/{id}/export',
  'POST /api/account/passkeys',
  'POST /api/account/passkeys/options',
  'POST /api/account/second-factor/recovery-codes',
  'POST /api/account/second-factor/setup',
  'POST /api/account/second-factor/turn-on',
  'POST /api/account/sessions/end-others',
  'POST /api/agreement-versions/{id}/publish',
  'POST /api/applications.csv',
  'POST /api/bank-files',
  'POST /api/corrections',
  'POST /api/corrections/{id}/approve',
  'POST /api/corrections/{id}/reverse',
  'POST /api/disputes/{id}/submission',
  'POST /api/influencers',
  'POST /api/influencers.csv',
  'POST /api/influencers/{id}/bank-details',
  'POST /api/influencers/{id}/bank-details/{versionId}/confirm',
  'POST /api/influencers/{id}/bank-details/{versionId}/reveal',
  'POST /api/my-bank-details',
  'POST /api/payments.csv',
  'POST /api/payouts.csv',
  'POST /api/payouts/approve',
  'POST /api/payouts/pay',
  'POST /api/payouts/return',
  'POST /api/payouts/run',
  'POST /api/payouts/send',
  'POST /api/payouts/void',
  'POST /api/performers/{id}/documents/{documentId}/reveal',
  'POST /api/performers/{id}/verification/check',
  'POST /api/performers/{id}/verification/confirm',
  'POST /api/plans/{id}/commission',
  'POST /api/plans/{id}/price-changes',
  'POST /api/price-changes/{id}/call-off',
  'POST /api/signed-agreements/countersign',
  'POST /api/signed-agreements/{id}/terminate',
  'POST /api/subscribers.csv',
  'POST /api/subscriptions/{id}/refunds',
  'POST /api/subscriptions/{id}/refunds/{refundId}/made',
  'POST /api/tasks.csv',
  'POST /api/users',
  'POST /api/users.csv',
  'POST /api/users/suspend',
  'POST /api/users/{id}/second-factor-reset',
  'POST /api/users/{id}/viewing',
  'PUT /api/payout-rules',
  'PUT /api/payout-rules/{influencerId}',
  'PUT /api/performers/{id}/hold',
];

test('an old session must be confirmed for money, access, deletions and exports', async () => {
  const callers = await Promise.all(
    (['admin', 'influencer', 'subscriber'] as const).map((role) => app.as(role)),
  );
  await app.db.update(sessions).set({ confirmedAt: sql`now() - interval '11 minutes'` });
  const refused = new Set<string>();
  for (const operation of closed.filter((name) => !name.endsWith('/sign-out'))) {
    for (const caller of callers) {
      const { code } = await call(operation, caller);
      if (code === 'confirmation-required') refused.add(operation);
    }
  }
  expect([...refused].toSorted()).toEqual(NEEDS_CONFIRMATION);
});

// Maintained by hand: what a member of the back office may call while viewing the product as a fan.
const WHILE_VIEWING_AS_FAN = [
  'DELETE /api/viewing',
  'GET /api/auth/session',
  'GET /api/featured',
  'GET /api/feed',
  'GET /api/feed/counts',
  'GET /api/feed/influencers',
  'GET /api/feed/public',
  'GET /api/influencers/{influencerId}/header',
  'GET /api/influencers/{influencerId}/posts',
  'GET /api/marketplace',
  'GET /api/marketplace/{publicUrl}',
  'GET /api/notifications',
  'GET /api/notifications/unread',
  'GET /api/search',
  'GET /api/subscriptions',
  'GET /api/tax-residence',
  'POST /api/auth/sign-out',
];

test('whoever views the product as a fan can only read, and reads no secrets', async () => {
  const staff = await app.as('staff');
  const { id: viewingAs } = await app.as('subscriber');
  const view = () =>
    app.db
      .update(sessions)
      .set({ viewingAs, viewingUntil: sql`now() + interval '1 hour'` })
      .where(eq(sessions.userId, staff.id));
  const permitted = new Set<string>();
  for (const operation of Object.keys(MAY_CALL)) {
    await view();
    const { code } = await call(operation, staff);
    if (code !== 'viewing-as-fan') permitted.add(operation);
  }
  expect([...permitted].toSorted()).toEqual(WHILE_VIEWING_AS_FAN);
});

test.each(closed)('%s refuses suspended users of every role', async (operation) => {
  for (const user of suspended) {
    expect(await call(operation, user)).toEqual({ status: 403, code: 'suspended' });
  }
});
