import { failJob } from '#src/platform/jobs/failed-jobs.testing.ts';
import type { CallContext } from './calls.ts';
import { type BackOfficeChange, ofPlatform } from './change.ts';

const onFailedJob = async ({ app }: CallContext) => ({ body: { jobs: [await failJob(app)] } });

/** Changes of what runs the platform. */
export const platformChanges: Record<string, BackOfficeChange> = {
  'POST /api/jobs/retry': { ...ofPlatform, make: onFailedJob },
  'POST /api/jobs/discard': { ...ofPlatform, make: onFailedJob },
};
