import { expect, test } from 'vitest';
import { EDIT_FIELDS, type InfluencerRecord } from '../../edit-influencer.schema.ts';
import {
  changedFields,
  differencesOf,
  readChange,
  settle,
  valuesOf,
  withTyped,
} from './edit-values.ts';

const record = {
  ...Object.fromEntries(EDIT_FIELDS.map((field) => [field, null])),
  isActive: true,
  fullName: 'Odile',
  bio: 'Before',
  location: 'Lisbon',
  instagramFollowers: 10,
  pageHeroAlignment: 'center',
  version: 3,
} as unknown as InfluencerRecord;
const base = valuesOf(record);

test('only what was changed is sent, in its stored form', () => {
  const values = { ...base, bio: ' After ', location: '', instagramFollowers: '' as const };
  const fields = changedFields(base, values);
  expect(fields).toEqual(['location', 'bio', 'instagramFollowers']);
  expect(readChange(values, fields, 3).change).toEqual({
    version: 3,
    bio: 'After',
    location: null,
    instagramFollowers: 0,
  });
});

test('what was stored under older rules does not stand in the way of other changes', () => {
  const old = { ...base, phone: '', pageHeroTitle: 'x'.repeat(500) };
  const values = { ...old, bio: 'After' };
  expect(readChange(values, changedFields(old, values), 3).errors).toEqual({});
});

test('what is wrong is told by its field', () => {
  const values = { ...base, fullName: ' ', pageThemeColor: 'red' };
  expect(readChange(values, changedFields(base, values), 3).errors).toEqual({
    fullName: 'Full name is required',
    pageThemeColor: 'Theme color must be # and six digits, such as #FFD700',
  });
});

test('what is typed while a change is being saved stays', () => {
  const sent = { ...base, bio: 'Sent ' };
  const typed = { ...sent, location: 'Porto' };
  expect(withTyped(sent, typed, { ...base, bio: 'Sent' })).toEqual({
    ...base,
    bio: 'Sent',
    location: 'Porto',
  });
});

const mine = { ...base, bio: 'Mine', niche: 'Mine too', goals: 'Same' };
const theirs = { ...base, bio: 'Theirs', location: 'Porto', goals: 'Same' };

test('of two changes there is to decide what both do not agree upon', () => {
  expect(differencesOf(base, mine, theirs)).toEqual([
    { field: 'location', wasTyped: false },
    { field: 'bio', wasTyped: true },
  ]);
});

test('the newer version is taken over field by field or whole, and all else that was typed stays', () => {
  expect(settle(base, mine, theirs, new Set(['location']))).toEqual({
    ...theirs,
    bio: 'Mine',
    niche: 'Mine too',
  });
  expect(settle(base, mine, theirs, new Set(['location', 'bio']))).toEqual({
    ...theirs,
    niche: 'Mine too',
  });
  expect(settle(base, mine, theirs, new Set())).toEqual({
    ...theirs,
    bio: 'Mine',
    location: 'Lisbon',
    niche: 'Mine too',
  });
});
