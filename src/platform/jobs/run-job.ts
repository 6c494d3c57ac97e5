import { runFor } from '#src/platform/log/current-run.ts';
import { withSpan } from '#src/platform/tracing/spans.ts';

/** Runs a job of a queue, so that its log lines and spans name it. */
export function runJob<T>(queue: string, jobId: string, run: () => Promise<T>): Promise<T> {
  return runFor({ jobId, queue }, () => withSpan({ name: `job ${queue}`, kind: 'consumer' }, run));
}
