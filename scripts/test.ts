import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildPages } from './build.ts';
import { CODE_CHECKS, passes } from './check.ts';

type Count = { passed: number; failed: number };

const reports = mkdtempSync(path.join(tmpdir(), 'velvet-rope-reports-'));
const failures: string[] = [];
let total: Count = { passed: 0, failed: 0 };

function add(name: string, ok: boolean, count: Count): void {
  if (!ok) failures.push(name);
  // What stopped before its tests could be counted is one failure.
  const failed = !ok && count.failed === 0 ? 1 : count.failed;
  total = { passed: total.passed + count.passed, failed: total.failed + failed };
}

function readReport<T>(file: string, count: (report: T) => Count): Count {
  if (!existsSync(file)) return { passed: 0, failed: 0 };
  return count(JSON.parse(readFileSync(file, 'utf8')) as T);
}

async function runUnitTests(): Promise<void> {
  const file = path.join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const ok = await passes('tests of the rules and the API', ['vitest', 'run', ...reporters]);
  type Report = { numPassedTests: number; numFailedTests: number };
  const count = ({ numPassedTests: passed, numFailedTests: failed }: Report) => ({
    passed,
    failed,
  });
  add('tests', ok, readReport(file, count));
}

async function runJourneys(): Promise<void> {
  const file = path.join(reports, 'playwright.json');
  const ok = await passes('journeys in a browser', ['playwright', 'test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  type Report = { stats: { expected: number; unexpected: number; flaky: number } };
  add(
    'journeys',
    ok,
    readReport(file, ({ stats }: Report) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
    })),
  );
}

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

if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
