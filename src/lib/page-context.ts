import type { Agency, PayoutTerms } from './agency.ts';

/** Request header with which the HTTP shell passes the page context to the pages. */
export const PAGE_CONTEXT_HEADER = 'x-velvet-page';

/**
 * Response header with which the pages name their inline styles for the content security policy: the
 * hashes of the styles that the build contains, separated by spaces.
 */
export const INLINE_STYLES_HEADER = 'x-velvet-inline-styles';

/**
 * Who views a page: somebody whose age has to be verified first, somebody who has not confirmed their
 * age, a visitor who has, a signed-in fan, a fan who is a subscriber of the influencer whose page it is,
 * or another member (influencer, staff or admin).
 */
export type PageViewer = 'unverified' | 'unconfirmed' | 'visitor' | 'fan' | 'subscriber' | 'member';

/** Whether the viewer has to do something about their age before they see a picture. */
export function isBehindAgeGate(viewer: PageViewer): boolean {
  return viewer === 'unverified' || viewer === 'unconfirmed';
}

export function isSignedIn(viewer: PageViewer): boolean {
  return viewer === 'fan' || viewer === 'subscriber' || viewer === 'member';
}

/** The link from a public page to a member's own start page. */
export function memberHome(viewer: PageViewer): { href: string; label: string } {
  return viewer === 'fan' || viewer === 'subscriber'
    ? { href: '/my-feed', label: 'My Feed' }
    : { href: '/dashboard', label: 'Dashboard' };
}

/** What a page needs to know about its request, from the HTTP shell. */
export type PageContext = {
  /** The platform's public address without a trailing slash. */
  origin: string;
  /** The legal details of the agency. */
  agency?: Agency;
  payoutTerms?: PayoutTerms;
  viewer: PageViewer;
  /** Whether mails reach people; without it, no screen promises one. */
  sendsMail: boolean;
  /** Nonce of the content security policy; absent on static pages. */
  nonce?: string;
};

/** The value of the header, escaped because headers allow only ASCII. */
export function serializePageContext(context: PageContext): string {
  return JSON.stringify(context).replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
