import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** What a run of tests has come to; a flaky test passed only when it was tried again. */
export type RunReport = {
  passed: number;
  failed: number;
  flaky: string[];
  files: { file: string; seconds: number }[];
};

/** Writes a run of Vitest to the file that UNIT_REPORT names. */
export default class UnitReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const report: RunReport = { passed: 0, failed: 0, flaky: [], files: [] };
    for (const module of modules) {
      const { duration, collectDuration } = module.diagnostic();
      const seconds = (duration + collectDuration) / 1000;
      report.files.push({ file: module.relativeModuleId, seconds });
      // What fails outside of a test, such as a hook or an import, is one failure of its file.
      if (module.errors().length > 0) report.failed++;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'failed') report.failed++;
        if (state !== 'passed') continue;
        if (test.diagnostic()?.flaky) report.flaky.push(`${module.relativeModuleId} ${test.fullName}`);
        else report.passed++;
      }
    }
    writeFileSync(process.env.UNIT_REPORT!, JSON.stringify(report));
  }
}
