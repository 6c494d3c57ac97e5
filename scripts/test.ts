import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPages } from './build.ts';
import { CODE_CHECKS, passes } from './check.ts';

type Count = { passed: number; failed: number };

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(path.join(tmpdir(), 'velvet-rope-reports-'));
const failures: string[] = [];
let total: Count = { passed: 0, failed: 0 };
/** Journeys that passed only when they were tried again. */
let flaky = 0;

function add(name: string, ok: boolean, count: Count): void {
  if (!ok) failures.push(name);
  // What stopped before its tests could be counted is one failure.
  const failed = !ok && count.failed === 0 ? 1 : count.failed;
  total = { passed: total.passed + count.passed, failed: total.failed + failed };
}

const SLOWEST = 10;
const durations: { file: string; seconds: number }[] = [];

function printSlowest(): void {
  const slowest = durations.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  console.log(`\nThe ${slowest.length} slowest test files:`);
  for (const { file, seconds } of slowest) {
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${path.relative(root, file)}`);
  }
}

function readReport<T>(file: string, count: (report: T) => Count): Count {
  if (!existsSync(file)) return { passed: 0, failed: 0 };
  return count(JSON.parse(readFileSync(file, 'utf8')) as T);
}

async function runUnitTests(): Promise<void> {
  const file = path.join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const ok = await passes('tests of the rules and the API', ['vitest', 'run', ...reporters]);
  type Report = {
    numPassedTests: number;
    numFailedTests: number;
    testResults: { name: string; startTime: number; endTime: number }[];
  };
  const count = ({ numPassedTests: passed, numFailedTests: failed, testResults }: Report) => {
    for (const { name, startTime, endTime } of testResults) {
      durations.push({ file: name, seconds: (endTime - startTime) / 1000 });
    }
    return { passed, failed };
  };
  add('tests', ok, readReport(file, count));
}

async function runJourneys(): Promise<void> {
  const file = path.join(reports, 'playwright.json');
  const ok = await passes('journeys in a browser', ['playwright', 'test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  add(
    'journeys',
    ok,
    readReport(file, ({ stats, suites }: JourneyReport) => {
      for (const suite of suites) {
        const seconds = sumDurations(suite) / 1000;
        durations.push({ file: path.join(root, 'e2e', suite.file), seconds });
      }
      flaky = stats.flaky;
      return { passed: stats.expected, failed: stats.unexpected };
    }),
  );
}

type JourneySuite = {
  file: string;
  suites?: JourneySuite[];
  specs: { tests: { results: { duration: number }[] }[] }[];
};
type JourneyReport = {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: JourneySuite[];
};

const sumDurations = ({ suites = [], specs }: JourneySuite): number =>
  [
    ...suites.map(sumDurations),
    ...specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map((r) => r.duration))),
  ].reduce((sum, duration) => sum + duration, 0);

for (const [name, ...command] of CODE_CHECKS) {
  if (!(await passes(name, command))) add(name, false, { passed: 0, failed: 0 });
}
await runUnitTests();
try {
  await buildPages();
  await runJourneys();
} catch (error) {
  console.error(error);
  add('build', false, { passed: 0, failed: 0 });
}
rmSync(reports, { recursive: true, force: true });

printSlowest();
if (flaky > 0) console.log(`\n${flaky} flaky: passed only when tried again`);
if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
