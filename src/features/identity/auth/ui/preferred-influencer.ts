const KEY = 'preferred_influencer';

/**
 * The public URL of the influencer from whose page the visitor came, stored until the first
 * sign-in.
 */
export const preferredInfluencer = {
  read: (): string | null => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  },
  store: (publicUrl: string): void => {
    try {
      localStorage.setItem(KEY, publicUrl);
    } catch {
      // Without storage the visitor starts in the marketplace.
    }
  },
  clear: (): void => {
    try {
      localStorage.removeItem(KEY);
    } catch {
      // Nothing was stored.
    }
  },
};
