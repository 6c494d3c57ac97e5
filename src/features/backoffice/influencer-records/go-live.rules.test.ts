import { expect, test } from 'vitest';
import { listMissingSteps, type GoLiveFacts, type GoLiveStep } from './go-live.rules.ts';

const NOW = new Date('2026-11-24T12:00:00Z');

const complete: GoLiveFacts = {
  dateOfBirth: '1997-04-12',
  contentCategory: 'Cosplay',
  image: '/images/1-a',
  publicUrl: 'nova',
  pageAboutContent: 'Late evenings, soft light.',
  bio: null,
  priceCents: 1_500,
  isAgreementMissing: null,
  areTaxDetailsMissing: null,
  postCount: 1,
};

const cases: [Partial<GoLiveFacts>, GoLiveStep[]][] = [
  [{}, []],
  [{ dateOfBirth: null }, ['date-of-birth']],
  [{ dateOfBirth: '2008-11-25' }, ['date-of-birth']],
  [{ dateOfBirth: '2008-11-24' }, []],
  [{ contentCategory: null }, ['category']],
  [{ image: null }, ['photo']],
  [{ publicUrl: null }, ['page']],
  [{ pageAboutContent: null }, ['page']],
  [{ pageAboutContent: ' ', bio: ' ' }, ['page']],
  [{ pageAboutContent: null, bio: 'Soft light.' }, []],
  [{ isAgreementMissing: false }, []],
  [{ isAgreementMissing: true }, ['agreement']],
  [{ areTaxDetailsMissing: false }, []],
  [{ areTaxDetailsMissing: true }, ['tax-details']],
  [{ priceCents: null, postCount: 0 }, ['plan', 'first-post']],
];

test.each(cases)('a draft with everything but %j misses %j', (change, missing) => {
  expect(listMissingSteps({ ...complete, ...change }, NOW)).toEqual(missing);
});
