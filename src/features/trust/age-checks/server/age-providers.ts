import type { Config } from '#src/platform/config/config.ts';
import type { AgeProvider } from './age-provider.ts';
import { createEuWallet } from './eu-wallet/eu-wallet-provider.ts';
import { createSandboxAge } from './sandbox/sandbox-age-provider.ts';
import { createYoti } from './yoti/yoti-provider.ts';

/** The methods of the configuration, in the order in which they are offered. */
export function createAgeProviders({
  ageChecks: { euIssuers, yoti, sandbox },
  secrets,
  publicUrl,
}: Pick<Config, 'ageChecks' | 'secrets' | 'publicUrl'>): AgeProvider[] {
  return [
    ...(euIssuers.length > 0 ? [createEuWallet({ secrets, publicUrl })] : []),
    ...(yoti ? [createYoti(yoti)] : []),
    ...(sandbox ? [createSandboxAge({ secrets, publicUrl })] : []),
  ];
}
