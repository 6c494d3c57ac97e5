import { expect, test } from 'vitest';
import {
  IMAGE_SLOTS,
  type PageImages,
} from '#src/features/content/page-images/page-images.schema.ts';
import type { InfluencerPage } from '#src/features/storefront/marketplace/marketplace.schema.ts';
import { EDIT_FIELDS, type InfluencerRecord } from '../../edit-influencer.schema.ts';
import { draftOf } from './edit-preview-draft.ts';
import { valuesOf } from './edit-values.ts';

const record = Object.fromEntries(EDIT_FIELDS.map((field) => [field, null]));
const values = { ...valuesOf(record as unknown as InfluencerRecord), fullName: 'Odile' };
const none = Object.fromEntries(IMAGE_SLOTS.map((slot) => [slot, [] as string[]]));
const images = none as PageImages['images'];
const saved = { fullName: 'Saved', image: null, themeColor: '#7C2530', postCount: 3 };
const page = saved as unknown as InfluencerPage;

test('the preview shows the typed values and the actual figures', () => {
  const typed = { ...values, publicUrl: ' Odile M ', pageAboutTitle: 'Me', instagramHandle: '@o' };
  expect(draftOf(page, typed, images)).toMatchObject({
    fullName: 'Odile',
    publicUrl: 'odile-m',
    about: { title: 'Me' },
    socials: [{ platform: 'Instagram', handle: '@o', count: 0 }],
    postCount: 3,
  });
});

test.each([
  ['#1A5F66', '#1A5F66'],
  ['', null],
  ['#1A5', '#7C2530'],
  ['red;background:url(//x)', '#7C2530'],
])('the preview shows the colour %j as %j', (pageThemeColor, shown) => {
  expect(draftOf(page, { ...values, pageThemeColor }, images).themeColor).toBe(shown);
});

test('the picture is the first of About, else the profile photo, else the external avatar', () => {
  const photo = { ...images, 'profile-photo': ['/images/photo'] };
  expect(draftOf(page, values, { ...photo, about: ['/images/about'] }).image).toBe('/images/about');
  expect(draftOf(page, values, photo).image).toBe('/images/photo');
  const elsewhere = { ...page, image: 'https://example.test/avatar.png' };
  expect(draftOf(elsewhere, values, images).image).toBe('https://example.test/avatar.png');
  expect(draftOf({ ...page, image: '/images/removed' }, values, images).image).toBeNull();
});
