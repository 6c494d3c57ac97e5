import Bowser from 'bowser';

/** Browser and system of a user agent, such as "Chrome on macOS". */
export function nameDevice(userAgent: string | null | undefined): string {
  if (!userAgent) return 'Unknown device';
  // The text comes from the client, and parsing takes longer the longer it is.
  const { browser, os } = Bowser.parse(userAgent.slice(0, 500));
  return [browser.name, os.name].filter(Boolean).join(' on ') || 'Unknown device';
}
