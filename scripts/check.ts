import { CODE_CHECKS, runSteps } from './steps.ts';

const quickTests = {
  name: 'tests without a database',
  command: ['vitest', 'run', '--project=quick', '--reporter=dot'],
} as const;

const [lint, ...others] = CODE_CHECKS;
const failed = await runSteps([lint!, quickTests, ...others]);
console.log(failed.length > 0 ? `\nFailed: ${failed.join(', ')}` : '\nAll checks passed.');
process.exitCode = failed.length > 0 ? 1 : 0;
