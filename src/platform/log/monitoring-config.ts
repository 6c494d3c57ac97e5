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

const environment = z.object(monitoringEnvironment);

export type MonitoringConfig = {
  /** Gives access to `/metrics`, which does not exist without it. */
  metricsToken: string | undefined;
  logLevel: z.infer<typeof environment>['LOG_LEVEL'];
  /** Milliseconds after which a statement is logged as slow; none are if undefined. */
  slowQueryMs: number | undefined;
  /** Whether traces are exported; the libraries of OpenTelemetry read where to, and all else. */
  exportTraces: boolean;
};

export function readMonitoringConfig(values: z.infer<typeof environment>): MonitoringConfig {
  return {
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
    slowQueryMs: values.SLOW_QUERY_MS,
    exportTraces: values.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
  };
}
