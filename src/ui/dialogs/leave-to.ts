/**
 * Loads another page for good: never resolves, so that what waits for it stays busy. Whoever comes
 * back finds this page anew, not as it was left.
 */
export function leaveTo(address: string): Promise<never> {
  window.addEventListener('pageshow', () => window.location.reload(), { once: true });
  window.location.assign(address);
  return new Promise(() => {});
}
