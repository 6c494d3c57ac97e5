import { createContext } from 'react';

/**
 * How the browser runs a page: a `static` page has links and CSS only, a `form` page hydrates its
 * form only, and an `app` page is hydrated as a whole, with router and data. A route declares the
 * first two with `staticData: { kind }`.
 */
export type PageKind = 'static' | 'form' | 'app';

/** The kind of the current page. */
export const PageKindContext = createContext<PageKind>('app');

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    kind?: Exclude<PageKind, 'app'>;
  }
}
