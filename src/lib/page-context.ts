import type { Agency } from './agency.ts';

/** Request header by which the HTTP shell tells the pages what they cannot know by themselves. */
export const PAGE_CONTEXT_HEADER = 'x-velvet-page';

/**
 * Who looks at a page: someone who has not confirmed their age, a visitor who has, a fan who is
 * signed in, or another member: an influencer or one of the team.
 */
export type PageViewer = 'unconfirmed' | 'visitor' | 'fan' | 'member';

export const isSignedIn = (viewer: PageViewer): boolean => viewer === 'fan' || viewer === 'member';

/** Where a member goes on from a public page. */
export const memberHome = (viewer: PageViewer): { href: string; label: string } =>
  viewer === 'fan'
    ? { href: '/my-feed', label: 'My Feed' }
    : { href: '/dashboard', label: 'Dashboard' };

/** What the HTTP shell tells a page of its request. */
export type PageContext = {
  /** The product's public address without a trailing slash. */
  origin: string;
  /** What the legal pages say of the agency. */
  agency?: Agency;
  viewer: PageViewer;
  /** Nonce of the content security policy; absent on static pages. */
  nonce?: string;
};

/** The value of the header: headers take no characters beyond ASCII. */
export const pageContextHeader = (context: PageContext): string =>
  JSON.stringify(context).replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
