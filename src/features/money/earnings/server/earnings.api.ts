import type { Pool } from 'pg';
import { as, operations } from '#src/platform/http/operation.ts';
import { earningsQuerySchema, earningsSchema } from '../earnings.schema.ts';
import { EARNINGS_EXAMPLE } from './earnings.examples.ts';
import { getEarnings } from './earnings.ts';

/** An influencer's own earnings. */
export function earningsApi(services: { pool: Pool }) {
  return operations([
    as('influencer').get(
      '/api/earnings',
      {
        id: 'getEarnings',
        summary: 'Get your earnings in a range of months (UTC), with their calculation',
        query: earningsQuerySchema,
        output: earningsSchema,
        example: EARNINGS_EXAMPLE,
      },
      ({ actor, query }) => getEarnings(services, actor, query.range, new Date()),
    ),
  ]);
}
