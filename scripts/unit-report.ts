import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** The result of a test run; flaky tests passed only on retry. */
export type RunReport = {
  passed: number;
  failed: number;
  flaky: string[];
  files: { file: string; seconds: number }[];
};

/** Creates a Vitest reporter that writes the result of the run to a file. */
export function createUnitReporter(file: string): Reporter {
  return {
    onTestRunEnd(modules) {
      writeFileSync(file, JSON.stringify(summarize(modules)));
    },
  };
}

function summarize(modules: readonly TestModule[]): RunReport {
  const report: RunReport = { passed: 0, failed: 0, flaky: [], files: [] };
  for (const module of modules) {
    const file = module.relativeModuleId;
    const { duration, collectDuration } = module.diagnostic();
    report.files.push({ file, seconds: (duration + collectDuration) / 1000 });
    // Failures outside of tests, such as in hooks or imports, count as one failure of the file.
    if (module.errors().length > 0) report.failed++;
    for (const test of module.children.allTests()) {
      const { state, errors = [] } = test.result();
      if (state === 'failed') report.failed++;
      if (state !== 'passed') continue;
      const [reason] = errors[0]?.message.split('\n') ?? [];
      if (test.diagnostic()?.flaky) report.flaky.push(`${file} ${test.fullName}: ${reason}`);
      else report.passed++;
    }
  }
  return report;
}
