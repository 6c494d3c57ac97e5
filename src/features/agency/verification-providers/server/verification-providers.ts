import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { createSandboxVerification } from './sandbox/sandbox-provider.ts';
import { createVeriffProvider } from './veriff/veriff-provider.ts';
import type { VerificationProvider } from './verification-provider.ts';

/** The company of the configuration that checks identities; null if only people do. */
export function createVerificationProvider(
  config: Pick<Config, 'verification' | 'secrets' | 'publicUrl'>,
  db: Db,
): VerificationProvider | null {
  const { verification } = config;
  switch (verification?.kind) {
    case undefined:
      return null;
    case 'sandbox':
      return createSandboxVerification(db, config);
    case 'veriff':
      return createVeriffProvider(verification);
  }
}
