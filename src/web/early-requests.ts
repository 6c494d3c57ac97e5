// As long as the API client waits.
const ANSWER_MS = 60_000;

/**
 * Requests addresses of the API before the code that needs them has loaded. The API client takes each
 * response once, from a global variable, because it must not load with this small script.
 */
export function startEarlyRequests(addresses: string[]): void {
  const earlyResponses = new Map(
    addresses.map((address) => [
      new URL(address, window.location.href).href,
      fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) }),
    ]),
  );
  // Whoever takes a response handles its failure.
  for (const response of earlyResponses.values()) response.catch(() => {});
  Object.assign(globalThis, { earlyResponses });
}
