const KEY = 'preferred_influencer';

/** The public URL of the influencer whose page brought the visitor, kept until the first sign-in. */
export const preferredInfluencer = {
  read: (): string | null => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  },
  keep: (publicUrl: string): void => {
    try {
      localStorage.setItem(KEY, publicUrl);
    } catch {
      // Without storage the visitor just starts in the marketplace.
    }
  },
  clear: (): void => {
    try {
      localStorage.removeItem(KEY);
    } catch {
      // Nothing was kept.
    }
  },
};
