import type { StatementObserver } from '#src/platform/database/observe-statements.ts';
import { aroundStorage } from '#src/platform/storage/around-storage.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import { traceOutgoingCalls } from './outgoing-calls.ts';
import { failSpan, openSpan, setTracing, withSpan, type Tracing } from './spans.ts';

export type RunningTracing = {
  /** Opens a span for each statement of a request or a job. */
  observeStatement: StatementObserver;
  traceStorage(storage: Storage): Storage;
  /** Exports what waits, and ends. */
  stop(): Promise<void>;
};

/** Exports traces until it is stopped, to the collector that the variables of OpenTelemetry name. */
export async function startTracing(): Promise<RunningTracing> {
  // Loaded only here, because most installations have no collector.
  const { openTracing } = await import('./open-tracing.ts');
  const tracing = openTracing();
  setTracing(tracing);
  const endCalls = traceOutgoingCalls(tracing);
  return {
    observeStatement: statementObserver(tracing),
    traceStorage,
    async stop() {
      endCalls();
      setTracing(null);
      await tracing.stop();
    },
  };
}

const statementObserver =
  (tracing: Tracing): StatementObserver =>
  (statement) => {
    if (!tracing.isInTrace()) return () => {};
    const { name, text } = statement();
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
    const span = openSpan(tracing, { name, kind: 'client', attributes });
    return ({ rows, error }) => {
      if (rows !== null) span.setAttribute('db.response.returned_rows', rows);
      if (error !== null && error !== undefined) failSpan(span, error);
      span.end();
    };
  };

/** Opens a span for each call of the storage. Keys are secrets, so only the method is named. */
function traceStorage(storage: Storage): Storage {
  return aroundStorage(storage, (method, _key, call) =>
    withSpan({ name: `storage ${method}`, kind: 'client' }, call),
  );
}
