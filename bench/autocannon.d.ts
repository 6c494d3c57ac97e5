declare module 'autocannon' {
  type Result = {
    '2xx': number;
    non2xx: number;
    errors: number;
    timeouts: number;
    /** Seconds. */
    duration: number;
    /** Milliseconds. */
    latency: { p50: number; p99: number };
  };
  export default function autocannon(options: {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    /** Requests a second of all connections together. */
    overallRate?: number;
    requests: { headers: Record<string, string> }[];
  }): Promise<Result>;
}
