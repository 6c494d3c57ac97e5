import type { z } from 'zod';
import type { ProblemCode } from '#src/lib/problem.ts';
import type { Viewed } from '#src/platform/database/recorded-access.ts';
import type { ThrottleClass } from './throttle.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
/** The type of valid input. */
export type Out<T> = T extends z.ZodType ? z.output<T> : undefined;

/** What an operation declares. */
export type Definition<Pa, Q, B, O extends z.ZodType> = {
  summary: string;
  /** Name of the operation in generated clients. */
  id: string;
  params?: Pa;
  query?: Q;
  body?: B;
  output: O;
  /** The content type of a file response; JSON if undefined. */
  produces?:
    | 'text/csv'
    | 'application/xml'
    | 'application/zip'
    | 'application/pdf'
    | 'application/json'
    | 'application/octet-stream';
  /**
   * What a call of a signed-in operation counts as. By default files are expensive, other GETs are
   * reads and everything else writes.
   */
  throttle?: ThrottleClass;
  /**
   * Whether the caller must have signed in or confirmed the identity within
   * {@link CONFIRMATION_MINUTES}, so that an unattended device is not enough. By default only for files.
   */
  needsConfirmation?: boolean;
  /** The record with the id of the path, if the audit trail records who of the back office viewed it. */
  views?: Viewed<z.input<O>>;
  /**
   * Whether admins and staff may call it while they view the product as a fan. Only for reads that
   * change nothing and reveal no secret, and for what ends the viewing.
   */
  whileViewingAsFan?: boolean;
  /**
   * Whether the result may be some seconds old, so that a replica of the database may answer. The caller's
   * own changes are always in it. Never for what decides about money or access, and not for what a screen
   * reads again after a live event.
   */
  mayLag?: boolean;
  /** Error codes in addition to those of every operation. */
  errors?: readonly ProblemCode[];
  /** An example response for the documentation. */
  example: O extends z.ZodType ? z.output<O> : never;
};

export type AnyDefinition = Definition<
  z.ZodObject | undefined,
  z.ZodObject | undefined,
  z.ZodType | undefined,
  z.ZodType
>;
