import type { Config } from '#src/platform/config/config.ts';
import type { AgeProvider } from './age-provider.ts';
import { createSandboxAge } from './sandbox/sandbox-age-provider.ts';
import { createYoti } from './yoti/yoti-provider.ts';

/** The companies of the configuration that verify ages, in the order in which they are offered. */
export function createAgeProviders({
  ageChecks: { yoti, sandbox },
  secrets,
  publicUrl,
}: Pick<Config, 'ageChecks' | 'secrets' | 'publicUrl'>): AgeProvider[] {
  return [
    ...(yoti ? [createYoti(yoti)] : []),
    ...(sandbox ? [createSandboxAge({ secrets, publicUrl })] : []),
  ];
}
