import { createHook } from 'node:async_hooks';

/**
 * How many keys this process derives from passwords during an action. Counted, because on a busy
 * machine the same work takes any time.
 */
export async function countDerivations(action: () => Promise<unknown>): Promise<number> {
  let derivations = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'ARGON2REQUEST' || type === 'SCRYPTREQUEST') derivations += 1;
    },
  });
  hook.enable();
  try {
    await action();
  } finally {
    hook.disable();
  }
  return derivations;
}
