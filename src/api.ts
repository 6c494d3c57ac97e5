import { OpenAPIHono } from '@hono/zod-openapi';
import { accountsApi } from '#src/features/accounts/server/accounts.api.ts';
import { authApi } from '#src/features/accounts/server/auth.api.ts';
import { debugApi } from '#src/features/accounts/server/debug.api.ts';
import { passwordResetApi } from '#src/features/accounts/server/password-reset.api.ts';
import { profileApi } from '#src/features/accounts/server/profile.api.ts';
import { usersApi } from '#src/features/accounts/server/users.api.ts';
import { applicationsApi } from '#src/features/applications/server/applications.api.ts';
import { auditApi } from '#src/features/audit/server/audit.api.ts';
import { contactApi } from '#src/features/contact/server/contact.api.ts';
import { dashboardApi } from '#src/features/dashboard/server/dashboard.api.ts';
import { searchApi } from '#src/features/dashboard/server/search.api.ts';
import { systemStatusApi } from '#src/features/dashboard/server/system-status.api.ts';
import { feedApi } from '#src/features/feed/server/feed.api.ts';
import { editInfluencerApi } from '#src/features/influencers/server/edit-influencer.api.ts';
import { influencersApi } from '#src/features/influencers/server/influencers.api.ts';
import { notesApi } from '#src/features/influencers/server/notes.api.ts';
import { landingApi } from '#src/features/landing/server/landing.api.ts';
import { marketplaceApi } from '#src/features/marketplace/server/marketplace.api.ts';
import { pagePreviewApi } from '#src/features/marketplace/server/page-preview.api.ts';
import { mediaApi } from '#src/features/media/server/media.api.ts';
import { pageImagesApi } from '#src/features/media/server/page-images.api.ts';
import { notificationsApi } from '#src/features/notifications/server/notifications.api.ts';
import { earningsApi } from '#src/features/payouts/server/earnings.api.ts';
import { influencerPayoutsApi } from '#src/features/payouts/server/influencer-payouts.api.ts';
import { ownPayoutsApi } from '#src/features/payouts/server/own-payouts.api.ts';
import { payoutsApi } from '#src/features/payouts/server/payouts.api.ts';
import { plansApi } from '#src/features/plans/server/plans.api.ts';
import { postsApi } from '#src/features/posts/server/posts.api.ts';
import { cancelLinksApi } from '#src/features/subscriptions/server/cancel-links.api.ts';
import { officeSubscriptionsApi } from '#src/features/subscriptions/server/office-subscriptions.api.ts';
import { paymentEventsApi } from '#src/features/subscriptions/server/payment-events.api.ts';
import { purchaseHistoryApi } from '#src/features/subscriptions/server/purchase-history.api.ts';
import { subscriptionsApi } from '#src/features/subscriptions/server/subscriptions.api.ts';
import { taskNotificationsApi } from '#src/features/tasks/server/task-notifications.api.ts';
import { tasksApi } from '#src/features/tasks/server/tasks.api.ts';
import type { RequestEnv } from '#src/platform/operation.ts';
import type { Services } from './services.ts';

/** Every feature's operations. */
export const createApi = (services: Services) =>
  new OpenAPIHono<RequestEnv>()
    .route('/', accountsApi(services))
    .route('/', subscriptionsApi(services))
    .route('/', officeSubscriptionsApi(services))
    .route('/', paymentEventsApi(services))
    .route('/', purchaseHistoryApi(services))
    .route('/', cancelLinksApi(services))
    .route('/', authApi(services))
    .route('/', passwordResetApi(services))
    .route('/', usersApi(services))
    .route('/', profileApi(services))
    .route('/', debugApi(services))
    .route('/', mediaApi(services))
    .route('/', pageImagesApi(services))
    .route('/', postsApi(services))
    .route('/', notificationsApi(services))
    .route('/', feedApi(services))
    .route('/', marketplaceApi(services))
    .route('/', landingApi(services))
    .route('/', influencersApi(services))
    .route('/', editInfluencerApi(services))
    .route('/', notesApi(services))
    .route('/', influencerPayoutsApi(services))
    .route('/', payoutsApi(services))
    .route('/', earningsApi(services))
    .route('/', ownPayoutsApi(services))
    .route('/', pagePreviewApi(services))
    .route('/', contactApi(services))
    .route('/', auditApi(services))
    .route('/', applicationsApi(services))
    .route('/', tasksApi(services))
    .route('/', taskNotificationsApi(services))
    .route('/', plansApi(services))
    .route('/', dashboardApi(services))
    .route('/', systemStatusApi(services))
    .route('/', searchApi(services));

export type Api = ReturnType<typeof createApi>;
