import { isIP } from 'node:net';
import type { Context } from 'hono';
import type { HidingPolicy } from '#src/lib/age.ts';
import type { RegionConfig } from '#src/platform/config/region-config.ts';
import { findCountry } from './country.ts';
import type { RequestEnv } from './operation.ts';

/** What a region demands: nothing more than a declaration of age, its verification, or to show nothing. */
export type RegionPolicy = 'declaration' | HidingPolicy;

/** The region of a request, the smallest first, such as `US-TX` and `US`; empty if it is unknown. */
function listRegions(c: Context<RequestEnv>, config: RegionConfig): string[] {
  const { countryHeader, regionHeader, findRegions } = config;
  if (!countryHeader) return findByAddress(c.var.clientAddress, findRegions);
  const country = c.req.header(countryHeader)?.toUpperCase();
  if (!country) return [];
  const part = regionHeader && c.req.header(regionHeader)?.toUpperCase();
  return part ? [`${country}-${part}`, country] : [country];
}

function findByAddress(address: string, findRegions: RegionConfig['findRegions']): string[] {
  // Requests made in-process have no address.
  if (!isIP(address)) return [];
  if (findRegions) return findRegions(address);
  const country = findCountry(address);
  return country ? [country] : [];
}

/** The policy of the smallest region that has one; an unknown region demands a declaration. */
export function findRegionPolicy(c: Context<RequestEnv>, config: RegionConfig): RegionPolicy {
  for (const region of listRegions(c, config)) {
    if (config.blocked.includes(region)) return 'blocked';
    if (config.verified.includes(region)) return 'verified';
  }
  return 'declaration';
}
