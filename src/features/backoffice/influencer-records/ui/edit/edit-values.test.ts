import { expect, test } from 'vitest';
import { EDIT_FIELDS, type InfluencerRecord } from '../../edit-influencer.schema.ts';
import {
  listChangedFields,
  listDifferences,
  readChange,
  resolveConflict,
  valuesOf,
  mergeTyped,
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

test('only changed fields are sent, in their stored form', () => {
  const values = { ...base, bio: ' After ', location: '', instagramFollowers: '' as const };
  const fields = listChangedFields(base, values);
  expect(fields).toEqual(['location', 'bio', 'instagramFollowers']);
  expect(readChange(values, fields, 3).change).toEqual({
    version: 3,
    bio: 'After',
    location: null,
    instagramFollowers: 0,
  });
});

test('a value stored under older rules does not block other changes', () => {
  const old = { ...base, phone: '', pageHeroTitle: 'x'.repeat(500) };
  const values = { ...old, bio: 'After' };
  expect(readChange(values, listChangedFields(old, values), 3).errors).toEqual({});
});

test('errors are reported by field', () => {
  const values = { ...base, fullName: ' ', pageThemeColor: 'red' };
  expect(readChange(values, listChangedFields(base, values), 3).errors).toEqual({
    fullName: 'Full name is required',
    pageThemeColor: 'Theme color must be # and six digits, such as #FFD700',
  });
});

test('input typed while saving is retained', () => {
  const sent = { ...base, bio: 'Sent ' };
  const typed = { ...sent, location: 'Porto' };
  expect(mergeTyped(sent, typed, { ...base, bio: 'Sent' })).toEqual({
    ...base,
    bio: 'Sent',
    location: 'Porto',
  });
});

const mine = { ...base, bio: 'Mine', niche: 'Mine too', goals: 'Same' };
const theirs = { ...base, bio: 'Theirs', location: 'Porto', goals: 'Same' };

test('a conflict lists only the fields in which both versions differ', () => {
  expect(listDifferences(base, mine, theirs)).toEqual([
    { field: 'location', wasTyped: false },
    { field: 'bio', wasTyped: true },
  ]);
});

test('the newer version can be applied by field or entirely, and other input is retained', () => {
  expect(resolveConflict(base, mine, theirs, new Set(['location']))).toEqual({
    ...theirs,
    bio: 'Mine',
    niche: 'Mine too',
  });
  expect(resolveConflict(base, mine, theirs, new Set(['location', 'bio']))).toEqual({
    ...theirs,
    niche: 'Mine too',
  });
  expect(resolveConflict(base, mine, theirs, new Set())).toEqual({
    ...theirs,
    bio: 'Mine',
    location: 'Lisbon',
    niche: 'Mine too',
  });
});
