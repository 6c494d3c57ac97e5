import { z } from 'zod';

const unset = (value: unknown) => (value === '' ? undefined : value);

/** The variables of logs, metrics and traces. */
export const monitoringEnvironment = {
  METRICS_TOKEN: z.preprocess(
    unset,
    z.string().min(32, 'must be at least 32 characters long').optional(),
  ),
  LOG_LEVEL: z.preprocess(
    unset,
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  ),
  SLOW_QUERY_MS: z.preprocess(
    unset,
    z.coerce
      .number('must be a whole number')
      .int('must be a whole number')
      .min(1, 'must be 1 or more')
      .optional(),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.preprocess(
    unset,
    z.url({ protocol: /^https?$/, message: 'must be an http(s) address' }).optional(),
  ),
};

export type LogLevel = z.output<typeof monitoringEnvironment.LOG_LEVEL>;
