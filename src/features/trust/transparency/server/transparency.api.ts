import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { listPublicPolicies } from '#src/features/trust/policies/server/policies.ts';
import type { Db } from '#src/platform/database/db.ts';
import { open, operations } from '#src/platform/http/operation.ts';
import { transparencySchema, type Transparency } from '../transparency.schema.ts';
import { getTransparency } from './transparency.ts';

/** The figures change once a month, but nobody shall wait for a correction. */
const FRESH_MS = 10 * 60_000;

const EXAMPLE: Transparency = {
  policies: [
    { title: 'Content must not infringe copyright', basis: 'law', ground: '17 U.S.C. § 512' },
  ],
  halfYears: [
    {
      name: '2026-H2',
      from: '2026-07-01T00:00:00.000Z',
      to: '2026-11-01T00:00:00.000Z',
      isPartial: true,
      notices: [{ kind: 'copyright', received: 12, removed: 7, noAction: null, medianHours: 61.5 }],
      hiddenAutomatically: null,
      appealsReceived: 6,
      appealsDecided: 5,
      decisionsChanged: null,
      uploadsRefused: 31,
    },
  ],
};

/** The public policies, and the public figures about reports of content. */
export function transparencyApi({ db, pool }: { db: Db; pool: Pool }) {
  const cache = new LRUCache<'report', z.input<typeof transparencySchema>>({
    max: 1,
    ttl: FRESH_MS,
    // Simultaneous visitors share one calculation.
    fetchMethod: async () => ({
      policies: await listPublicPolicies(db),
      halfYears: await getTransparency(pool, new Date()),
    }),
  });
  return operations([
    open.get(
      '/api/transparency',
      {
        id: 'getTransparency',
        summary:
          'Get the public policies, and what happened to reports of content by half-year; counts below five are null',
        output: transparencySchema,
        example: EXAMPLE,
      },
      async () => (await cache.fetch('report'))!,
    ),
  ]);
}
