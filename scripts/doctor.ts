// Checks the configuration from end to end, before opening and after changes.
import { ConfigError } from '#src/platform/config/config-error.ts';
import { loadConfig } from '#src/platform/config/load-config.ts';
import type { Diagnosis } from '#src/server/doctor/diagnosis.ts';
import { examine } from '#src/server/doctor/examine.ts';
import { readArguments } from './commands.mjs';
import { cannotRun } from './product-database.ts';

const SIGNS: Record<Diagnosis['state'], string> = { ok: '✓', warning: '!', failed: '✗' };

const { values } = readArguments('scripts/doctor.ts', process.argv.slice(2));
const mailTo = values['mail-to']?.toString();

function print({ name, state, text, remedy }: Diagnosis & { name: string }): void {
  console.log(`${SIGNS[state]} ${name}: ${text}`);
  if (remedy) console.log(`    ${remedy}`);
}

async function runDoctor(): Promise<void> {
  const config = await loadConfig(process.env);
  const count = { ok: 0, warning: 0, failed: 0 };
  print({ name: 'Configuration', state: 'ok', text: 'every variable is valid' });
  for await (const diagnosis of examine(config, { mailTo })) {
    print(diagnosis);
    count[diagnosis.state] += 1;
  }
  console.log(`\nFailed: ${count.failed}, warnings: ${count.warning}`);
  process.exitCode = count.failed > 0 ? 1 : 0;
}

await runDoctor().catch((error: unknown) => {
  if (!(error instanceof ConfigError)) return cannotRun(error);
  console.log(`✗ ${error.message}`);
  process.exitCode = 1;
});
