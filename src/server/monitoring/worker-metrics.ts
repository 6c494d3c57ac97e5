import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import { z } from 'zod';

/** How long a worker may take for its figures; those of others are reported without it. */
const WORKER_LIMIT_MS = 3_000;
/** How long a worker waits for the figures of all. */
const LIMIT_MS = 2 * WORKER_LIMIT_MS;

const id = z.string();
const messageSchema = z.discriminatedUnion('type', [
  /** Of a worker whom Prometheus has called. */
  z.object({ type: z.literal('metrics:request'), id }),
  /** Of the supervisor to each worker, and the answer. */
  z.object({ type: z.literal('metrics:collect'), id }),
  z.object({ type: z.literal('metrics:collected'), id, metrics: z.array(z.looseObject({})) }),
  /** The figures of all. */
  z.object({ type: z.literal('metrics:response'), id, text: z.string() }),
]);
type Message = z.infer<typeof messageSchema>;

const toSupervisor = (message: Message) => void process.send!(message);

/**
 * Collects the metrics of all workers of this machine through their supervisor: a request reaches any
 * of them. The only process of a machine collects its own.
 */
export function createCollectMetrics(register: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => register.metrics();
  const waiting = new Map<string, (text: string) => void>();
  process.on('message', (received) => {
    const { data } = messageSchema.safeParse(received);
    if (data?.type === 'metrics:response') waiting.get(data.id)?.(data.text);
    if (data?.type !== 'metrics:collect') return;
    void register.getMetricsAsJSON().then((found) => {
      const metrics = found as unknown as Record<string, unknown>[];
      toSupervisor({ type: 'metrics:collected', id: data.id, metrics });
    });
  });
  return async () => {
    const request = randomUUID();
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    waiting.set(request, resolve);
    const late = () => reject(new Error('The supervisor does not answer'));
    const timer = setTimeout(late, LIMIT_MS);
    toSupervisor({ type: 'metrics:request', id: request });
    return promise.finally(() => {
      clearTimeout(timer);
      waiting.delete(request);
    });
  };
}

/** Collects the figures of the workers that serve, as far as they answer in time. */
function createCollector() {
  // One that only starts could not answer.
  const serving = new Set<Worker>();
  cluster.on('listening', (worker) => serving.add(worker));
  cluster.on('exit', (worker) => serving.delete(worker));
  const onCollected = new Map<string, (metrics: object[]) => void>();
  cluster.on('message', (_worker, received) => {
    const { data } = messageSchema.safeParse(received);
    if (data?.type === 'metrics:collected') onCollected.get(data.id)?.(data.metrics);
  });
  return async (): Promise<object[][]> => {
    const collected: object[][] = [];
    const collect = randomUUID();
    const workers = [...serving].filter((worker) => worker.isConnected());
    const { promise, resolve } = Promise.withResolvers<void>();
    onCollected.set(collect, (metrics) => {
      if (collected.push(metrics) === workers.length) resolve();
    });
    const message: Message = { type: 'metrics:collect', id: collect };
    for (const worker of workers) worker.send(message);
    await Promise.race([promise, wait(WORKER_LIMIT_MS, undefined, { ref: false })]);
    onCollected.delete(collect);
    return collected;
  };
}

/** Answers the workers of this supervisor, and counts the workers that ended. */
export function serveWorkerMetrics(): { countEndedWorker(): void } {
  const collect = createCollector();
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
  async function answer(worker: Worker, request: string): Promise<void> {
    const sum = AggregatorRegistry.aggregate(await collect());
    const text = `${await sum.metrics()}\n${await own.metrics()}`;
    const message: Message = { type: 'metrics:response', id: request, text };
    if (worker.isConnected()) worker.send(message);
  }
  cluster.on('message', (worker, received) => {
    const { data } = messageSchema.safeParse(received);
    if (data?.type === 'metrics:request') void answer(worker, data.id);
  });
  return { countEndedWorker: () => ended.inc() };
}
