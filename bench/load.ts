// Generates the load in a separate process, so that it costs every contender the same: by wrk where it is
// installed, because it takes a smaller share of the cores, otherwise by autocannon.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { cpuWithEndedChildren } from './processes.ts';

export type Load = {
  url: string;
  /** The headers of successive requests. */
  headers: Record<string, string>[];
  connections: number;
  seconds: number;
};
type Answers = { perSecond: number; p50: number; p99: number; failures: number };
export type Measured = Answers & {
  /** What the load took of a core. */
  loadShare: number;
};

const hasWrk = spawnSync('wrk', ['--version']).error === undefined;

async function loadByAutocannon({ url, headers, connections, seconds }: Load) {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: headers.map((each) => ({ headers: each })),
  });
  return {
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures: result.errors + result.timeouts + result.non2xx,
  };
}

const lua = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

const luaTable = (headers: Record<string, string>) =>
  `{${Object.entries(headers)
    .map(([name, value]) => `[${lua(name)}]=${lua(value)}`)
    .join()}}`;

/** Sends the requests in turn, and prints what was answered as JSON. */
const scriptFor = (headers: Load['headers']) => `
local headers = {${headers.map(luaTable).join()}}
local requests, at = {}, 0
init = function() for i, each in ipairs(headers) do requests[i] = wrk.format(nil, nil, each) end end
request = function() at = at % #requests + 1; return requests[at] end
done = function(summary, latency)
  local errors = summary.errors
  local failures = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format('\\n{"perSecond":%f,"p50":%f,"p99":%f,"failures":%d}',
    (summary.requests - errors.status) / summary.duration * 1e6,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, failures))
end`;

async function loadByWrk({ url, headers, connections, seconds }: Load): Promise<Answers> {
  const folder = mkdtempSync(path.join(tmpdir(), 'velvet-rope-load-'));
  const script = path.join(folder, 'requests.lua');
  writeFileSync(script, scriptFor(headers));
  const settings = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, url];
  try {
    const { stdout } = await promisify(execFile)('wrk', settings);
    return JSON.parse(stdout.slice(stdout.lastIndexOf('\n'))) as Answers;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measure(load: Load): Promise<Measured> {
  const before = { cpu: cpuWithEndedChildren(process.pid), wall: performance.now() };
  // wrk knows no parts of seconds.
  const isForWrk = hasWrk && Number.isInteger(load.seconds);
  const answers = await (isForWrk ? loadByWrk(load) : loadByAutocannon(load));
  const cpu = cpuWithEndedChildren(process.pid) - before.cpu;
  return { ...answers, loadShare: cpu / (performance.now() - before.wall) };
}

process.on('message', (load: Load) => {
  void measure(load).then((measured) => process.send!(measured));
});
process.once('disconnect', () => process.exit(0));
