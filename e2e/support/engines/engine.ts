import type { Page, ViewportSize } from '@playwright/test';

/** A browser engine that journeys run in. */
export type Engine = {
  /** Opens an empty browser of this size for the product at `baseURL`. */
  open: (
    size: ViewportSize,
    baseURL: string,
  ) => Promise<{ page: Page; close: () => Promise<void> }>;
  stop: () => Promise<void>;
};
