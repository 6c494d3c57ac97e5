import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => {};

/** Whether hydration is complete: false on the server and in the first render. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
