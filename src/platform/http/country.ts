import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Reader, type CountryResponse } from 'mmdb-lib';

// Networks and the countries they are registered in; 8 MB, read when somebody signs in first.
const FILE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';
type Network = { country_code: string };

let reader: Reader<CountryResponse> | undefined;

/** The ISO 3166 code of the country that an address belongs to; null if it is unknown or private. */
export function findCountry(address: string): string | null {
  reader ??= new Reader<CountryResponse>(
    readFileSync(createRequire(import.meta.url).resolve(FILE)),
  );
  try {
    return (reader.get(address) as unknown as Network | null)?.country_code ?? null;
  } catch {
    // Requests made in-process have no address.
    return null;
  }
}
