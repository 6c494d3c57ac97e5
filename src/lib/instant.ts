import { z } from 'zod';

/**
 * An instant in an answer or a job: the server gives a Date, and who reads the JSON gets ISO 8601 in
 * UTC. JSON.stringify writes a Date in the same way, so that answers need no pass of their own.
 */
export const instantSchema = z.preprocess(
  (at: Date) => (at instanceof Date ? at.toISOString() : at),
  z.iso.datetime(),
);
