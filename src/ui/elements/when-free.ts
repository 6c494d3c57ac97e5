/** Resolves when the browser is idle; where it cannot tell, after a moment. */
export function whenIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve);
    else setTimeout(resolve, 1_000);
  });
}

/** Longer than between two pictures: a page in the background shows none. */
const HIDDEN_MS = 100;

/** Resolves when the browser has shown what changed until now. */
export function whenShown(): Promise<unknown> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, HIDDEN_MS);
  });
}
