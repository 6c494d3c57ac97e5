import { describe, expect, test } from 'vitest';
import {
  applicationSchema,
  contentAndBrandSchema,
  experienceSchema,
  personalInfoSchema,
  portfolioSchema,
  socialPresenceSchema,
} from './applications.schema.ts';

const required = {
  fullName: 'Marlowe Vesperine',
  email: 'marlowe@example.test',
  phone: '+1 555 0100',
  age: 27,
  contentCategory: 'Travel',
  whyJoin: 'To be closer to those who follow me.',
};

const messages = (schema: typeof applicationSchema | typeof personalInfoSchema, input: object) =>
  schema.safeParse(input).error?.issues.map(({ message }) => message) ?? [];

test('the first step requires name, email, phone and age, and rejects blanks', () => {
  const blank = { fullName: ' \n', email: '\t', phone: ' \u00A0 ' };
  for (const input of [{}, blank]) {
    expect(messages(personalInfoSchema, input)).toEqual([
      'Full name is required',
      'Email address is required',
      'Phone number is required',
      'Please enter your age in years',
    ]);
  }
});

test('the second and the fifth step are optional', () => {
  expect(socialPresenceSchema.safeParse({}).success).toBe(true);
  expect(portfolioSchema.safeParse({}).success).toBe(true);
});

test('the third step requires a known content category', () => {
  for (const contentCategory of [undefined, '', 'travel', 'Gardening']) {
    const { error } = contentAndBrandSchema.safeParse({ contentCategory });
    expect(error?.issues[0]?.message).toBe('Please select a content category');
  }
});

test('the fourth step requires the reason to join', () => {
  const { error } = experienceSchema.safeParse({ whyJoin: '   ' });
  expect(error?.issues[0]?.message).toBe('Please tell us why you want to join');
});

test('blank fields become null, and blank counts become 0', () => {
  const blank = {
    location: ' ',
    instagramHandle: '',
    instagramFollowers: ' ',
    brandPersonality: '',
  };
  expect(applicationSchema.parse({ ...required, ...blank })).toMatchObject({
    ...required,
    location: null,
    instagramHandle: null,
    instagramFollowers: 0,
    tiktokFollowers: 0,
    brandPersonality: null,
    achievements: null,
  });
});

describe('age', () => {
  test.each([
    ['18', 18],
    [42, 42],
  ])('%j is stored as %j', (age, stored) => {
    expect(applicationSchema.parse({ ...required, age }).age).toBe(stored);
  });

  test.each(['', 'twenty', '17.5', '121', -3, null])('%j is no age', (age) => {
    expect(messages(applicationSchema, { ...required, age })).toEqual([
      'Please enter your age in years',
    ]);
  });

  test.each(['17', ' 0 ', 12])('%j is too young', (age) => {
    expect(messages(applicationSchema, { ...required, age })).toEqual([
      'You must be 18 or older to join',
    ]);
  });
});

test('follower counts accept common notations', () => {
  const counts = { instagramFollowers: '12.5k', tiktokFollowers: 300, youtubeSubscribers: 'lots' };
  expect(applicationSchema.parse({ ...required, ...counts })).toMatchObject({
    instagramFollowers: 12_500,
    tiktokFollowers: 300,
    youtubeSubscribers: 0,
  });
});

test.each([
  ['fullName', 200, 'Full Name must be at most 200 characters long'],
  ['niche', 200, 'Niche must be at most 200 characters long'],
  ['tiktokHandle', 100, 'TikTok Handle must be at most 100 characters long'],
  ['whyJoin', 5_000, 'Why Do You Want to Join must be at most 5000 characters long'],
  ['bestContent', 5_000, 'Best Content must be at most 5000 characters long'],
])('%s accepts at most %i characters', (field, maximum, message) => {
  expect(messages(applicationSchema, { ...required, [field]: 'x'.repeat(maximum) })).toEqual([]);
  expect(messages(applicationSchema, { ...required, [field]: 'x'.repeat(maximum + 1) })).toEqual([
    message,
  ]);
});

test('parsing a parsed application does not change it', () => {
  const read = applicationSchema.parse({ ...required, age: '30', instagramFollowers: '1.2M' });
  expect(applicationSchema.parse(read)).toEqual(read);
});
