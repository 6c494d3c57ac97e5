/**
 * Loads another page. The promise never resolves, so that callers stay busy until the page unloads;
 * the back button reloads this page instead of restoring it.
 */
export function navigateAway(address: string): Promise<never> {
  window.addEventListener('pageshow', () => window.location.reload(), { once: true });
  window.location.assign(address);
  return new Promise(() => {});
}
