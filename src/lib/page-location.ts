/** Where the page of an address comes from. */
export type PageLocation = {
  /** The address that is rendered. Addresses that show the same page have the same one. */
  address: string;
  /** Whether the page is identical for all viewers of a kind. */
  isStatic: boolean;
  /** Whether a file or another part of the server may answer the address before the page. */
  comesLast: boolean;
};

/** Address of the page that every unknown address shows. */
export const NO_PAGE = '/_/_';

/** Address of the page that every unknown address of an influencer shows; no public URL has this form. */
export const NO_INFLUENCER = '/_';
