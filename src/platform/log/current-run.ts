import { AsyncLocalStorage } from 'node:async_hooks';

/** The request or the job that code runs for: its id, and a name without ids and secrets. */
type Run =
  | {
      requestId: string;
      /** Method and pattern of the route, as far as it is known. */
      operation: () => string;
    }
  | { jobId: string; queue: string };

const runs = new AsyncLocalStorage<Run>();

/** Runs a request or a job, so that everything that it logs names it. */
export function runFor<T>(run: Run, call: () => T): T {
  return runs.run(run, call);
}

/** The request or the job that runs now. */
export function currentRun(): Run | undefined {
  return runs.getStore();
}

/** The id of the request that runs now. */
export function currentRequestId(): string | undefined {
  const run = runs.getStore();
  return run && 'requestId' in run ? run.requestId : undefined;
}

/** The fields of a request or a job in log lines. */
export function describeRun(run: Run | undefined): Record<string, string> {
  if (!run) return {};
  return 'requestId' in run
    ? { requestId: run.requestId, operation: run.operation() }
    : { jobId: run.jobId, queue: run.queue };
}
