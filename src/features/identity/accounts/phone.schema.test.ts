import { expect, test } from 'vitest';
import { personalInfoSchema } from '#src/features/agency/applications/applications.schema.ts';
import { editInfluencerSchema } from '#src/features/backoffice/influencer-records/edit-influencer.schema.ts';
import { newInfluencerSchema } from '#src/features/backoffice/influencer-records/influencer-records.schema.ts';
import { newUserSchema, userChangeSchema } from '#src/features/backoffice/users/users.schema.ts';
import { ownProfileChangeSchema } from '#src/features/identity/profile/profile.schema.ts';

const RULE = 'Phone number can only contain digits, spaces, dashes, plus signs, and parentheses';
const forms = {
  'the application wizard': personalInfoSchema,
  'a new influencer': newInfluencerSchema,
  'an edited influencer': editInfluencerSchema,
  'a new user': newUserSchema,
  'an edited user': userChangeSchema,
  'the own profile': ownProfileChangeSchema,
};

/** The errors that a form reports for a phone number. */
const errorsFor = (form: keyof typeof forms, phone: string): string[] =>
  (forms[form].safeParse({ phone }).error?.issues ?? [])
    .filter(({ path }) => path[0] === 'phone')
    .map(({ message }) => message);

test.each(Object.keys(forms) as (keyof typeof forms)[])('%s has the same phone rule', (form) => {
  for (const phone of ['+1 (555) 010-0100', '0551234', ' 555 0100 ']) {
    expect(errorsFor(form, phone)).toEqual([]);
  }
  for (const phone of ['call me', '555 0100 ext. 3', '=1+1', '555\u0000', '٠١٢']) {
    expect(errorsFor(form, phone)).toEqual([RULE]);
  }
  expect(errorsFor(form, '1'.repeat(41))).toEqual(['Phone must be at most 40 characters long']);
});

test('a missing required phone number is reported first', () => {
  for (const form of ['the application wizard', 'a new influencer'] as const) {
    expect(errorsFor(form, ' ')).toEqual(['Phone number is required']);
  }
});
