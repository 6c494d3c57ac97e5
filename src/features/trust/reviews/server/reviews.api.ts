import type { Pool } from 'pg';
import { z } from 'zod';
import type { MediaTokens } from '#src/features/content/media/server/media-tokens.ts';
import { publicationRuleSchema } from '#src/features/content/publication-rule/review-states.schema.ts';
import { readPublicationRule } from '#src/features/content/publication-rule/server/publication-rule.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  reviewTimesQuerySchema,
  reviewTimesSchema,
  type ReviewTimeUnit,
} from '../review-times.schema.ts';
import {
  reviewCountsSchema,
  reviewPageSchema,
  reviewQuerySchema,
  reviewRecordSchema,
  reviewSchema,
  undoReviewSchema,
} from '../reviews.schema.ts';
import { countReviews, listReviews } from './review-list.ts';
import { reviewPost, undoReview } from './review-post.ts';
import { getReview } from './review-record.ts';
import { reviewTimesCsv } from './review-times-file.ts';
import { getReviewTimes } from './review-times.ts';
import { REVIEW_EXAMPLE, REVIEW_ROW_EXAMPLE, REVIEW_TIMES_EXAMPLE } from './reviews.examples.ts';

const backOffice = as('admin', 'staff');
const admin = as('admin');
const byId = z.object({ id: z.uuid() });

type Dependencies = {
  db: Db;
  pool: Pool;
  mediaTokens: MediaTokens;
  config: Pick<Config, 'reviewAimHours'>;
};

/** The review of scheduled posts before their publication. */
export function reviewsApi(services: Dependencies) {
  const { db, pool, config } = services;
  const readTimes = (unit: ReviewTimeUnit) =>
    getReviewTimes(pool, { unit, aimHours: config.reviewAimHours });
  return operations([
    backOffice.get(
      '/api/publication-rule',
      {
        id: 'getPublicationRule',
        summary: 'Get what posts need to be published',
        output: publicationRuleSchema,
        example: {
          requiresConsents: true,
          requiresAgreements: true,
          requiresReviews: true,
          sampledPercent: null,
        },
      },
      () => readPublicationRule(db),
    ),
    backOffice.get(
      '/api/post-reviews',
      {
        id: 'listReviews',
        summary: 'List scheduled posts with the state of their review, the next to publish first',
        query: reviewQuerySchema,
        output: reviewPageSchema,
        example: { rows: [REVIEW_ROW_EXAMPLE], total: 1, previous: null, next: null },
      },
      ({ actor, query }) => listReviews(pool, actor, query),
    ),
    backOffice.get(
      '/api/post-reviews/counts',
      {
        id: 'countReviews',
        summary:
          'Count scheduled posts by the state of their review, with the time that decisions take',
        output: reviewCountsSchema,
        example: { all: 9, open: 5, returned: 1, approved: 3, medianMinutes: 42 },
      },
      ({ actor }) => countReviews(pool, actor),
    ),
    admin.get(
      '/api/review-times',
      {
        id: 'getReviewTimes',
        summary: 'Get how long reviews took by day or week and by who decided, and what waits now',
        query: reviewTimesQuerySchema,
        output: reviewTimesSchema,
        example: REVIEW_TIMES_EXAMPLE,
      },
      ({ query }) => readTimes(query.unit),
    ),
    admin.get(
      '/api/review-times.csv',
      {
        id: 'exportReviewTimes',
        summary: 'Export how long reviews took as CSV',
        query: reviewTimesQuerySchema,
        output: z.string(),
        produces: 'text/csv',
        example:
          'Part,Subject,Decisions,Median minutes,90th percentile minutes,Within aim,Within aim percent\r\nAll,,431,38,512,420,97\r\n',
      },
      async ({ query }) => reviewTimesCsv(await readTimes(query.unit)),
    ),
    backOffice.get(
      '/api/post-reviews/{id}',
      {
        id: 'getReview',
        summary: 'Get a scheduled post with everything that its review needs',
        params: byId,
        output: reviewRecordSchema,
        errors: ['not-found'],
        example: REVIEW_EXAMPLE,
      },
      ({ actor, params }) => getReview(services, actor, params.id),
    ),
    backOffice.post(
      '/api/post-reviews/{id}',
      {
        id: 'reviewPost',
        summary:
          'Approve a scheduled post, request changes or reject it; refused if its content changed since it was read',
        params: byId,
        body: reviewSchema,
        output: undoReviewSchema,
        errors: ['not-found', 'conflict', 'not-allowed-in-state'],
        example: { reviewId: '1c2d3e4f-5a6b-4c7d-8e9f-0a1b2c3d4e5f' },
      },
      ({ actor, params, body }) => reviewPost(services, actor, { ...body, ...params }),
    ),
    backOffice.post(
      '/api/post-reviews/{id}/undo',
      {
        id: 'undoPostReview',
        summary: 'Undo the own newest decision about a post within 15 seconds',
        params: byId,
        body: undoReviewSchema,
        output: z.object({}),
        errors: ['not-found', 'not-allowed-in-state'],
        example: {},
      },
      async ({ actor, params, body }) => {
        await undoReview(services, actor, { ...body, ...params });
        return {};
      },
    ),
  ]);
}
