import { useEffect, useState } from 'react';

/** Whether hydration is complete: false on the server and in the first render. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}
