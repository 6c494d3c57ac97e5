import { useEffect, useRef, useState } from 'react';

/** Fetches the pass that replaces the given one, which no longer opens the file. */
export type RenewPass = (failedPass: string) => Promise<string>;

/**
 * The pass with which a file's address is made. It stays the same while it works, so a renewed
 * page does not load its pictures again; after a failure it is renewed once, then given up.
 */
export function useMediaPass(pass: string, renewPass: RenewPass) {
  const [state, setState] = useState({ pass, attempt: 0, failed: false });
  const renewed = useRef(false);
  const alive = useRef(true);
  useEffect(() => {
    alive.current = true;
    return () => {
      alive.current = false;
    };
  }, []);

  return {
    ...state,
    onLoad: () => {
      renewed.current = false;
    },
    onError: () => {
      const giveUp = () => setState((before) => ({ ...before, failed: true }));
      if (renewed.current) return giveUp();
      renewed.current = true;
      renewPass(state.pass).then((fresh) => {
        if (!alive.current) return;
        setState(({ attempt }) => ({ pass: fresh, attempt: attempt + 1, failed: false }));
      }, giveUp);
    },
  };
}
