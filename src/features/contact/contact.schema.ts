/** What a message is about, as the contact form offers it. */
export const CONTACT_TOPICS = [
  'My account',
  'Payments and subscriptions',
  'Becoming an influencer',
  'Report content',
  'Copyright (DMCA)',
  'Privacy request',
  'Press and business',
  'Something else',
] as const;
