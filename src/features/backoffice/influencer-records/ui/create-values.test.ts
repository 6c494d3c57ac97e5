import { expect, test } from 'vitest';
import {
  isTouched,
  readNewInfluencer,
  deriveSlug,
  slugWarning,
  startValues,
} from './create-values.ts';

const application = {
  id: '5b0c5a52-5c1b-4f0a-9a06-3f6f0c9a1d11',
  fullName: 'Vera Noir',
  email: 'vera@example.test',
  phone: '+1 555 0100',
  age: 24,
  location: null,
  instagramHandle: '@vera',
  instagramFollowers: 1_200,
  tiktokHandle: null,
  tiktokFollowers: 0,
  youtubeChannel: null,
  youtubeSubscribers: 0,
  otherPlatforms: null,
  contentCategory: 'Travel',
  niche: null,
  brandPersonality: 'Fun & Playful',
  targetAudience: null,
  experience: '3 years',
  previousBrands: null,
  goals: null,
  whyJoin: 'To be closer.',
  portfolioLinks: null,
  bestContent: null,
  achievements: null,
} as const;

test('an applicant’s answers fill the form, except a category that the marketplace does not have', () => {
  const values = startValues(application);
  expect(values).toMatchObject({
    fullName: 'Vera Noir',
    location: '',
    instagramFollowers: 1_200,
    brandPersonality: 'Fun & Playful',
    experienceYears: 3,
    contentCategory: '',
    publicUrl: '',
    password: '',
  });
  const { influencer, errors } = readNewInfluencer(
    { ...values, password: 'velvet-evening' },
    application.id,
  );
  expect(errors).toEqual({});
  expect(influencer).toMatchObject({ publicUrl: 'vera-noir', applicationId: application.id });
});

test('an empty form reports what is missing', () => {
  expect(readNewInfluencer(startValues(null), undefined).errors).toEqual({
    email: 'Email address is required',
    fullName: 'Full name is required',
    password: 'Password is required',
    phone: 'Phone number is required',
    publicUrl: 'Public URL is required',
    whyJoin: 'Please enter why they want to join',
  });
});

test('the public URL follows the name until one is typed', () => {
  expect(deriveSlug({ publicUrl: ' ', fullName: 'Vera Noir' })).toBe('vera-noir');
  expect(deriveSlug({ publicUrl: 'Noir!', fullName: 'Vera Noir' })).toBe('noir-');
});

test('a reserved public URL shows a warning while it is typed', () => {
  expect(slugWarning('my-feed')).toBe('/my-feed is reserved by the site. Choose another.');
  expect(slugWarning('vera')).toBeUndefined();
});

test('a prefilled form is not dirty until something is typed', () => {
  const start = startValues(application);
  expect(isTouched(start, start)).toBe(false);
  expect(isTouched(start, { ...start, password: 'x' })).toBe(true);
});
