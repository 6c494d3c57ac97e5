import { createContext } from 'react';

/**
 * How a page lives in the browser: a `static` one is links and CSS alone; a `form` page is static
 * but for its form, which React takes over by itself; an `app` page is taken over as a whole, with
 * router and data. A route declares the first two with `staticData: { kind }`.
 */
export type PageKind = 'static' | 'form' | 'app';

/** The kind of the page that is being rendered. */
export const PageKindContext = createContext<PageKind>('app');

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    kind?: Exclude<PageKind, 'app'>;
  }
}
