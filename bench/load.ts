// Generates the load in a separate process, so that it costs every contender the same.
import autocannon from 'autocannon';

export type Load = {
  url: string;
  /** The headers of successive requests. */
  headers: Record<string, string>[];
  connections: number;
  seconds: number;
  /** Requests a second; as many as possible if undefined. */
  rate?: number;
};
export type Measured = { perSecond: number; p50: number; p99: number; failures: number };

process.on('message', ({ url, headers, connections, seconds, rate }: Load) => {
  const requests = headers.map((each) => ({ headers: each }));
  void autocannon({
    url,
    connections,
    duration: seconds,
    requests,
    ...(rate !== undefined && { overallRate: rate }),
  }).then((result) => {
    const measured: Measured = {
      perSecond: result['2xx'] / result.duration,
      p50: result.latency.p50,
      p99: result.latency.p99,
      failures: result.errors + result.timeouts + result.non2xx,
    };
    process.send!(measured);
  });
});
process.once('disconnect', () => process.exit(0));
