import type { RenewMediaToken } from '#src/features/content/media/ui/use-media-token.ts';

/** Whether the media token has expired or viewing is no longer granted. */
export function isRefusal(status: number | undefined): boolean {
  return status === 403 || status === 404;
}

/** The address with this media token in place of the one in the playlist. */
export function withMediaToken(address: string, mediaToken: string): string {
  return `${address.split('?', 1)[0]}?${mediaToken}`;
}

/** The media token of one video while it plays. */
export type RenewableMediaToken = {
  /** Waits while the token is being renewed. */
  current: () => Promise<string>;
  /** Renews the token. If that fails, the old token stays and is refused again. */
  renew: () => void;
};

export function createRenewableMediaToken(
  mediaToken: string,
  renewMediaToken: RenewMediaToken,
): RenewableMediaToken {
  let current = Promise.resolve(mediaToken);
  let renewing = false;
  return {
    current: () => current,
    renew() {
      // Segments that load at the same time are refused together.
      if (renewing) return;
      renewing = true;
      current = current
        .then((old) => renewMediaToken(old).catch(() => old))
        .finally(() => {
          renewing = false;
        });
    },
  };
}
