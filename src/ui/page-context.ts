import { createIsomorphicFn } from '@tanstack/react-start';
import { getRequestHeader } from '@tanstack/react-start/server';

/** Request header by which the HTTP shell tells the pages what they cannot know; see pages.ts. */
export const PAGE_CONTEXT_HEADER = 'x-velvet-page';

/**
 * Who looks at a page: someone who has not confirmed their age, a visitor who has, or a member who
 * is signed in.
 */
export type Viewer = 'unconfirmed' | 'visitor' | 'member';

export type PageContext = {
  /** The product's public address without a trailing slash. */
  origin: string;
  viewer: Viewer;
  /** Nonce of the content security policy; absent on pages without a script. */
  nonce?: string;
};

/** What the HTTP shell says of this request. In the browser only the origin is known. */
export const pageContext = createIsomorphicFn()
  .server(
    (): PageContext =>
      JSON.parse(
        getRequestHeader(PAGE_CONTEXT_HEADER) ?? '{"origin":"","viewer":"unconfirmed"}',
      ) as PageContext,
  )
  .client((): PageContext => ({ origin: window.location.origin, viewer: 'visitor' }));
