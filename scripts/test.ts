import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildProduct } from './build.ts';
import { readArguments } from './commands.mjs';
import { missingForImages } from './image-parts.ts';
import { checkScriptSizes } from './script-budgets.ts';
import { CODE_CHECKS, passes, runSteps } from './steps.ts';
import type { RunReport } from './unit-report.ts';

const SLOWEST = 10;
/** The tag of journeys that only `npm run test:long` runs. */
const LONG_TAG = '@long';

const { values } = readArguments('scripts/test.ts', process.argv.slice(2));
if (values.long) process.env.LONG_TESTS = '1';
const reports = mkdtempSync(path.join(tmpdir(), 'velvet-rope-reports-'));
const failures: string[] = [];
const total: RunReport = { passed: 0, failed: 0, flaky: [], files: [] };

function add(name: string, ok: boolean, report: RunReport): void {
  if (!ok) failures.push(name);
  total.passed += report.passed;
  // A step that ended without a report counts as one failure.
  total.failed += !ok && report.failed + report.flaky.length === 0 ? 1 : report.failed;
  total.flaky.push(...report.flaky);
  total.files.push(...report.files);
}

const EMPTY_REPORT: RunReport = { passed: 0, failed: 0, flaky: [], files: [] };

function readReport<T>(file: string, read: (report: T) => RunReport): RunReport {
  return existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8')) as T) : EMPTY_REPORT;
}

async function runUnitTests(name: string, ...projects: string[]): Promise<void> {
  const file = path.join(reports, `${projects.join('-')}.json`);
  const ok = await passes({
    name,
    // Tests that pass only on retry are flaky and make the run fail.
    command: ['vitest', 'run', '--retry=1', ...projects.map((project) => `--project=${project}`)],
    env: { UNIT_REPORT: file },
  });
  add(
    name,
    ok,
    readReport<RunReport>(file, (report) => report),
  );
}

type JourneySuite = {
  title: string;
  file: string;
  suites?: JourneySuite[];
  specs: { title: string; tests: { status: string; results: { duration: number }[] }[] }[];
};
type JourneyReport = { stats: { expected: number; unexpected: number }; suites: JourneySuite[] };

const specsOf = ({ suites = [], specs }: JourneySuite): JourneySuite['specs'] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

function readJourneys({ stats, suites }: JourneyReport): RunReport {
  const report: RunReport = { ...EMPTY_REPORT, flaky: [], files: [] };
  report.passed = stats.expected;
  report.failed = stats.unexpected;
  for (const suite of suites) {
    const specs = specsOf(suite);
    const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
    const milliseconds = results.reduce((sum, { duration }) => sum + duration, 0);
    report.files.push({ file: path.join('e2e', suite.file), seconds: milliseconds / 1000 });
    const flaky = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
    report.flaky.push(...flaky.map(({ title }) => `${suite.file} ${title}`));
  }
  return report;
}

async function runJourneys(): Promise<void> {
  const file = path.join(reports, 'playwright.json');
  const ok = await passes({
    name: 'journeys in a browser',
    command: [
      'playwright',
      'test',
      '--retries=1',
      '--reporter=list,json',
      ...(values.long ? [] : ['--grep-invert', LONG_TAG]),
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  add('journeys', ok, readReport(file, readJourneys));
}

async function testImage(): Promise<void> {
  const missing = missingForImages();
  if (missing) return console.log(`\n– no image is built: ${missing}`);
  const ok = await passes({ name: 'image', command: ['image-test.ts'] });
  if (!ok) add('image', false, EMPTY_REPORT);
}

for (const name of await runSteps(CODE_CHECKS)) add(name, false, EMPTY_REPORT);
try {
  await buildProduct();
  const tooLarge = checkScriptSizes();
  if (tooLarge.length > 0) {
    console.log(`\nScripts over their budget:\n${tooLarge.join('\n')}`);
    add('sizes of scripts', false, EMPTY_REPORT);
  }
  const processes = runUnitTests('tests of processes', 'processes').then(testImage);
  await runUnitTests('tests of the rules and the API', 'quick', 'database');
  await runJourneys();
  // These mostly wait for processes, so they run beside all others.
  await processes;
} catch (error) {
  console.error(error);
  add('build', false, EMPTY_REPORT);
}
rmSync(reports, { recursive: true, force: true });

const slowest = total.files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
console.log(`\nThe ${slowest.length} slowest test files:`);
for (const { file, seconds } of slowest) {
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
}
if (total.flaky.length > 0) {
  failures.push('flaky tests');
  console.log(`\nFlaky, passed only when tried again:\n  ${total.flaky.join('\n  ')}`);
}
if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`);
console.log(
  `\n${total.passed} passed, ${total.failed} failed, ${total.flaky.length} flaky` +
    ` (${Math.round(performance.now() / 1000)} s)`,
);
process.exitCode = failures.length > 0 ? 1 : 0;
