import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether the browser has taken over: false on the server and in the first render. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
