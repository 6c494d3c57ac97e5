import { z } from 'zod';

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value);
const address = z.url({
  protocol: /^postgres(ql)?$/,
  message: 'must be a postgres:// address',
});
const optionalAddress = z.preprocess(blankIsUnset, address.optional());
/** Addresses with commas between. */
const addresses = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .pipe(z.array(address));
const count = z.coerce
  .number('must be a whole number')
  .int('must be a whole number')
  .min(1, 'must be 1 or more');

/** The variables of the database, and of the processes that share it. */
export const databaseEnvironment = {
  DATABASE_URL: optionalAddress,
  DATABASE_DIRECT_URL: optionalAddress,
  DATABASE_REPLICA_URLS: z.preprocess(blankIsUnset, addresses.optional()),
  DATABASE_NAMED_STATEMENTS: z.preprocess(blankIsUnset, z.stringbool().default(true)),
  WORKERS: z.preprocess(blankIsUnset, count.default(1)),
  // Set by the product itself, in the environment of each worker.
  WORKER_NUMBER: z.preprocess(blankIsUnset, count.optional()),
};

type Values = z.output<z.ZodObject<typeof databaseEnvironment>>;

export type DatabaseConfig = {
  databaseUrl: string | undefined;
  /** The database itself, if `databaseUrl` is that of a pooler. */
  databaseDirectUrl: string | undefined;
  /** Replicas of the database, for reads that may lag. */
  databaseReplicaUrls: string[];
  /** Whether statements are planned once per connection. */
  namesStatements: boolean;
  /** How many processes of this machine serve requests. */
  workers: number;
  /** The number of this process among them, from 1; undefined if it is the only one. */
  worker: number | undefined;
};

export function readDatabaseConfig(values: Values): DatabaseConfig {
  return {
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databaseReplicaUrls: values.DATABASE_REPLICA_URLS ?? [],
    namesStatements: values.DATABASE_NAMED_STATEMENTS,
    workers: values.WORKERS,
    worker: values.WORKER_NUMBER,
  };
}
