import { z } from 'zod';
import { isTrapped } from '#src/lib/bot-trap.ts';
import type { Db } from '#src/platform/db.ts';
import type { Log } from '#src/platform/log.ts';
import { open, operations } from '#src/platform/operation.ts';
import type { RateLimit } from '#src/platform/rate-limit.ts';
import { sentApplicationSchema } from '../applications.schema.ts';
import { submitApplication } from './applications.ts';

type Dependencies = { db: Db; log: Log; limits: { application: RateLimit } };

/** Applications of those who want to become influencers. */
export const applicationsApi = ({ db, log, limits }: Dependencies) =>
  operations([
    open.post(
      '/api/applications',
      {
        id: 'submitApplication',
        summary: 'Apply as an influencer; sent a second time while it is pending, nothing changes',
        body: sentApplicationSchema,
        output: z.object({}),
        errors: ['rate-limited'],
        example: {},
      },
      async ({ body: { leaveThisEmpty, ...application }, context }) => {
        await limits.application.consume(context.var.clientAddress);
        if (isTrapped({ leaveThisEmpty })) log.info('an application from a bot was left out');
        else await submitApplication(db, application);
        return {};
      },
    ),
  ]);
