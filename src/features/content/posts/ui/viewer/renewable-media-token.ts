import type { RenewPass } from '#src/features/content/media/ui/use-media-token.ts';

/** A refusal may mean that the pass ran out, or that viewing is no longer granted. */
export const isRefusal = (status: number | undefined): boolean => status === 403 || status === 404;

/** The address with this pass in place of the one that was written into the playlist. */
export const withPass = (address: string, pass: string): string =>
  `${address.split('?', 1)[0]}?${pass}`;

/** The pass with which the parts of one film are asked for while it plays. */
export type FilmPass = {
  /** Waits while the pass is being renewed. */
  current: () => Promise<string>;
  /** Renews it; where that fails the old one stays, and is refused again. */
  renew: () => void;
};

export function createFilmPass(pass: string, renewPass: RenewPass): FilmPass {
  let current = Promise.resolve(pass);
  let renewing = false;
  return {
    current: () => current,
    renew() {
      // Parts that are loaded at the same time are refused together.
      if (renewing) return;
      renewing = true;
      current = current
        .then((old) => renewPass(old).catch(() => old))
        .finally(() => {
          renewing = false;
        });
    },
  };
}
