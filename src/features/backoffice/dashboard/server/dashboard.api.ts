import type { Pool } from 'pg';
import { scopeKey } from '#src/features/identity/accounts/server/scope.ts';
import { createSharedRead } from '#src/platform/database/shared-read.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  influencerDashboardSchema,
  backOfficeDashboardSchema,
  trendsSchema,
  type BackOfficeDashboard,
} from '../dashboard.schema.ts';
import { setupGuideSchema } from '../setup-guide.schema.ts';
import { prepareBackOfficeFigures } from './back-office-figures.ts';
import { prepareInfluencerFigures } from './influencer-figures.ts';
import { getSetupGuide, type SetupConfig } from './setup-guide.ts';
import { getTrends } from './trends.ts';

/** The dashboards of the back office and of influencers. */
export function dashboardApi({ pool, config }: { pool: Pool; config: SetupConfig }) {
  const getInfluencerFigures = prepareInfluencerFigures(pool);
  const getBackOfficeFigures = prepareBackOfficeFigures(pool);
  // An event makes all open dashboards read again.
  const share = createSharedRead<BackOfficeDashboard>();
  return operations([
    as('admin', 'staff').get(
      '/api/dashboard',
      {
        id: 'getDashboard',
        summary:
          "Get the back office's figures: counts (up to 10,000) and the estimated monthly revenue",
        output: backOfficeDashboardSchema,
        example: {
          applications: { total: 41, pending: 6, late: 1 },
          people: { influencers: 24, staff: 4, admins: 2, newFans: 17 },
          tasks: {
            total: 72,
            assigned: 12,
            inProgress: 9,
            toReview: 5,
            closed: 40,
            rejected: 2,
            failed: 3,
            cancelled: 1,
            overdue: 4,
          },
          activeSubscribers: 310,
          payments: { issues: 4, refundsOwed: 0 },
          estimatedMonthlyRevenueCents: 495_690,
          openMessages: 2,
        },
      },
      ({ actor }) => share(scopeKey(actor), () => getBackOfficeFigures(actor)),
    ),
    as('admin', 'staff').get(
      '/api/dashboard/trends',
      {
        id: 'getDashboardTrends',
        summary: 'Get started and ended subscriptions and received applications by week',
        output: trendsSchema,
        example: {
          weeks: [
            {
              start: '2026-11-16',
              subscriptionsStarted: 21,
              subscriptionsEnded: 6,
              applications: 4,
            },
          ],
        },
      },
      ({ actor }) => getTrends(pool, actor),
    ),
    as('admin').get(
      '/api/setup-guide',
      {
        id: 'getSetupGuide',
        summary: 'Get what a new installation needs, and whether it is done; nothing in the demo',
        output: setupGuideSchema,
        example: { steps: [{ step: 'mail', isDone: true }] },
      },
      () => getSetupGuide(pool, config),
    ),
    as('influencer').get(
      '/api/dashboard/own',
      {
        id: 'getOwnDashboard',
        summary: "Get an influencer's earnings, subscribers, followers and next tasks",
        output: influencerDashboardSchema,
        example: {
          earnings: { monthCents: 45_563, yearCents: 512_040, lifetimeCents: 901_200 },
          activeSubscribers: 30,
          tasksOpen: 2,
          tasksCompleted: 11,
          postsPublished: 18,
          totalFollowers: 120_500,
          hasPublicPage: true,
          nextTasks: [],
        },
      },
      ({ actor }) => getInfluencerFigures(actor),
    ),
  ]);
}
