import { z } from 'zod';

/**
 * An instant in a response or a job: a Date on the server, ISO 8601 in UTC in JSON. JSON.stringify
 * writes a Date in the same format, so responses need no separate serialization.
 */
export const instantSchema = z.preprocess(
  (at: Date) => (at instanceof Date ? at.toISOString() : at),
  z.iso.datetime(),
);

/** An instant in a filter of a list, or in a form: a year that every part of the product can store. */
export const filterInstantSchema = z.iso
  .datetime()
  .refine((text) => text >= '1900' && text < '9', 'Choose a date between 1900 and 8999');
