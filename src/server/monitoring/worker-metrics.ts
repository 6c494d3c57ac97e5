import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import { z } from 'zod';

/** How long a worker waits for the supervisor, which waits five seconds for the other workers. */
const LIMIT_MS = 6_000;
const REQUEST = 'velvet-rope:metrics';
const messageSchema = z.object({
  type: z.literal(REQUEST),
  id: z.string(),
  /** Undefined in a request. */
  text: z.string().optional(),
});

/**
 * Collects the metrics of all workers of this machine through their supervisor: a request reaches any
 * of them. The only process of a machine collects its own.
 */
export function createCollectMetrics(register: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => register.metrics();
  const waiting = new Map<string, (text: string) => void>();
  // Answers the supervisor from now on.
  AggregatorRegistry.setRegistries(register);
  void new AggregatorRegistry();
  process.on('message', (message) => {
    const { data } = messageSchema.safeParse(message);
    if (data?.text !== undefined) waiting.get(data.id)?.(data.text);
  });
  return async () => {
    const id = randomUUID();
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    waiting.set(id, resolve);
    const late = () => reject(new Error('The supervisor does not answer'));
    const timer = setTimeout(late, LIMIT_MS);
    process.send!({ type: REQUEST, id });
    return promise.finally(() => {
      clearTimeout(timer);
      waiting.delete(id);
    });
  };
}

/** Answers the workers of this supervisor, and counts the workers that ended. */
export function serveWorkerMetrics(): { countEndedWorker(): void } {
  const collector = new AggregatorRegistry();
  const own = new Registry();
  const running: Gauge = new Gauge({
    name: 'velvet_rope_workers',
    help: 'Processes of this machine that serve requests',
    registers: [own],
    collect(): void {
      running.set(Object.keys(cluster.workers ?? {}).length);
    },
  });
  const ended = new Counter({
    name: 'velvet_rope_workers_ended_total',
    help: 'Workers that ended by themselves and were replaced',
    registers: [own],
  });
  cluster.on('message', (worker, message) => {
    const { data } = messageSchema.safeParse(message);
    if (!data) return;
    Promise.all([collector.clusterMetrics(), own.metrics()])
      .then((texts) => worker.send({ ...data, text: texts.join('\n') }))
      // The worker gives up by itself: it or another one does not answer.
      .catch(() => {});
  });
  return { countEndedWorker: () => ended.inc() };
}
