import { expect, test } from 'vitest';
import { withoutPictures } from '#src/features/storefront/landing/landing.rules.ts';
import type { InfluencerPage } from '#src/features/storefront/marketplace/marketplace.schema.ts';
import {
  closedReason,
  renewalTerms,
  subscribeAddress,
  subscribeText,
  listOfferFigures,
  withoutImages,
} from './influencer-page.rules.ts';

const page: InfluencerPage = {
  id: '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11',
  fullName: 'Marlowe Vesperine',
  publicUrl: 'marlowe-vesperine',
  contentCategory: null,
  bio: null,
  image: '/images/portrait',
  planId: null,
  priceCents: 2_400,
  subscribeState: 'available',
  themeColor: null,
  hero: { title: null, subtitle: null, image: '/images/hero', alignment: 'center' },
  about: { title: null, content: 'Words', images: ['/images/about-1', '/images/about-2'] },
  sneakPeekImages: ['/images/peek'],
  whySignup: { title: null, content: null, images: ['/images/why'] },
  readyBackground: '/images/ready',
  socials: [],
  postCount: 1,
  photoCount: 1_234,
  videoMinutes: 0,
  lastPostAt: '2026-11-20T08:00:00.000Z',
};

test('a visitor without age confirmation gets the page without picture addresses', () => {
  const shown = withoutImages(page);
  expect(JSON.stringify(shown)).not.toContain('/images/');
  // The empty slots stay, so that nothing moves later.
  expect(shown.about).toEqual({ title: null, content: 'Words', images: [null, null] });
  const portrait = { id: '1', fullName: 'A', publicUrl: null, contentCategory: null };
  expect(withoutPictures([{ ...portrait, image: '/images/a' }])).toEqual([
    { ...portrait, image: null },
  ]);
});

test.each([
  ['marlowe', 'fan', '/marketplace/subscribe/marlowe'],
  ['marlowe', 'member', '/marketplace/subscribe/marlowe'],
  ['marlowe', 'visitor', '/subscribe?influencer=marlowe'],
  ['marlowe', 'unconfirmed', '/subscribe?influencer=marlowe'],
  [null, 'member', '/subscribe'],
  [null, 'visitor', '/subscribe'],
] as const)('the subscribe link of %s leads a %s to %s', (publicUrl, viewer, address) => {
  expect(subscribeAddress({ ...page, publicUrl }, viewer)).toBe(address);
});

test('the button of a subscriber leads to the posts', () => {
  const subscribed = { ...page, subscribeState: 'subscribed' } as const;
  expect(subscribeText(page)).toBe('SUBSCRIBE NOW');
  expect(subscribeText(subscribed)).toBe('View Content');
  expect(subscribeAddress(subscribed, 'subscriber')).toBe(`/subscriptions/${page.id}`);
});

test('the offer lists figures and omits zeros', () => {
  expect(listOfferFigures(page)).toEqual([
    { value: '1', label: 'post' },
    { value: '1,234', label: 'photos' },
    { value: 'Nov 20, 2026', label: 'last post' },
  ]);
  const nothing = { postCount: 0, photoCount: 0, videoMinutes: 0, lastPostAt: null };
  expect(listOfferFigures(nothing)).toEqual([]);
});

test.each([
  ['available', null],
  ['subscribed', null],
  ['checkout_disabled', null],
  ['unavailable', 'Subscriptions open soon'],
] as const)(
  'the page of an influencer who is %s says instead of the button: %s',
  (state, reason) => {
    expect(closedReason({ subscribeState: state }, 'fan')).toBe(reason);
  },
);

test('while payments are disabled, the button leads visitors to the sign-up as specified', () => {
  const closed = { ...page, subscribeState: 'checkout_disabled' } as const;
  expect(subscribeText(closed)).toBe('SUBSCRIBE NOW');
  expect(subscribeAddress(closed, 'visitor')).toBe(`/subscribe?influencer=${page.publicUrl}`);
});

test('members without a fan account cannot subscribe', () => {
  expect(closedReason(page, 'member')).toBe('Subscriptions need a fan account');
});

test('the renewal terms name the price, and are null if there is nothing to buy', () => {
  expect(renewalTerms(page)).toBe('Renews monthly at $24.00. Cancel at any time.');
  expect(renewalTerms({ ...page, subscribeState: 'subscribed' })).toBeNull();
  expect(renewalTerms({ priceCents: null, subscribeState: 'unavailable' })).toBeNull();
  expect(renewalTerms({ ...page, subscribeState: 'checkout_disabled' })).toBeNull();
});
