import { z } from 'zod';

/**
 * An instant in a response or a job: a Date on the server, ISO 8601 in UTC in JSON. JSON.stringify
 * writes a Date in the same format, so responses need no separate serialization.
 */
export const instantSchema = z.preprocess(
  (at: Date) => (at instanceof Date ? at.toISOString() : at),
  z.iso.datetime(),
);
