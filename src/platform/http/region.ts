import { isIP } from 'node:net';
import type { Context } from 'hono';
import type { HidingPolicy } from '#src/lib/age.ts';
import type { RegionConfig } from '#src/platform/config/region-config.ts';
import { findCountry } from './country.ts';
import type { RequestEnv } from './operation.ts';

/** What a region demands: nothing more than a declaration of age, its verification, or to show nothing. */
export type RegionPolicy = 'declaration' | HidingPolicy;

/** The values of a header, of which there are several if a proxy adds its own to that of a client. */
const valuesOf = (c: Context<RequestEnv>, name: string): string[] =>
  (c.req.header(name) ?? '')
    .toUpperCase()
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean);

/** The regions that a request may come from, each the smallest first, such as `US-TX` and `US`. */
function listPlaces(c: Context<RequestEnv>, config: RegionConfig): string[][] {
  const { countryHeader, regionHeader, findRegions } = config;
  if (!countryHeader) return [findByAddress(c.var.clientAddress, findRegions)];
  const parts = regionHeader ? valuesOf(c, regionHeader) : [];
  return valuesOf(c, countryHeader).flatMap((country) =>
    parts.length > 0 ? parts.map((part) => [`${country}-${part}`, country]) : [[country]],
  );
}

function findByAddress(address: string, findRegions: RegionConfig['findRegions']): string[] {
  // Requests made in-process have no address.
  if (!isIP(address)) return [];
  if (findRegions) return findRegions(address);
  const country = findCountry(address);
  return country ? [country] : [];
}

/** The policy of the smallest region that has one. */
function policyOf(regions: string[], { blocked, verified }: RegionConfig): RegionPolicy {
  for (const region of regions) {
    if (blocked.includes(region)) return 'blocked';
    if (verified.includes(region)) return 'verified';
  }
  return 'declaration';
}

/** The strictest policy of where a request may come from; an unknown region demands a declaration. */
export function findRegionPolicy(c: Context<RequestEnv>, config: RegionConfig): RegionPolicy {
  const policies = listPlaces(c, config).map((regions) => policyOf(regions, config));
  return (
    (['blocked', 'verified'] as const).find((each) => policies.includes(each)) ?? 'declaration'
  );
}
