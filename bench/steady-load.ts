// Sends requests at a steady rate, whether the earlier ones are answered or not: what waits for a connection
// waits in the measured time too. autocannon sends what belongs to a second at its beginning.
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export type SteadyLoad = {
  /** The processes of the server, which take turns. */
  urls: string[];
  /** The headers of successive requests. */
  headers: Record<string, string>[];
  connections: number;
  seconds: number;
  /** Requests a second; without it, each connection sends the next request after an answer. */
  rate?: number;
};
export type SteadyMeasured = {
  perSecond: number;
  p50: number;
  p99: number;
  /** Why requests failed. */
  failures: string[];
};

async function sendSteadily({ urls, headers, connections, seconds, rate }: SteadyLoad) {
  const maxSockets = Math.ceil(connections / urls.length);
  // In turn: a server ends connections that nobody uses, maybe while a request is on its way.
  const agent = new Agent({ keepAlive: true, scheduling: 'fifo', maxSockets });
  const failures: string[] = [];
  const times: number[] = [];
  const send = (number: number) =>
    new Promise<void>((resolve) => {
      const sent = performance.now();
      const options = { agent, headers: headers[number % headers.length]! };
      const request = get(urls[number % urls.length]!, options, (response) => {
        response.resume();
        response.once('end', () => {
          times.push(performance.now() - sent);
          if (response.statusCode !== 200) failures.push(String(response.statusCode));
          resolve();
        });
      });
      request.once('error', ({ message }) => {
        failures.push(message);
        resolve();
      });
    });
  const start = performance.now();
  if (rate === undefined) {
    let next = 0;
    const sendInTurn = async () => {
      while (performance.now() - start < seconds * 1_000) await send(next++);
    };
    await Promise.all(Array.from({ length: connections }, sendInTurn));
  } else {
    const all: Promise<void>[] = [];
    for (let number = 0; number < rate * seconds; number++) {
      const early = start + (number * 1_000) / rate - performance.now();
      if (early > 0) await sleep(early);
      all.push(send(number));
    }
    await Promise.all(all);
  }
  const elapsed = (performance.now() - start) / 1_000;
  agent.destroy();
  times.sort((a, b) => a - b);
  const percentile = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  const measured: SteadyMeasured = {
    perSecond: times.length / elapsed,
    p50: percentile(0.5),
    p99: percentile(0.99),
    failures,
  };
  process.send!(measured);
}

process.on('message', (load: SteadyLoad) => void sendSteadily(load));
process.once('disconnect', () => process.exit(0));
