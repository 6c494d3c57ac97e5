import { describe, expect, test } from 'vitest';
import { changeText, columnLabel, mergeEntries, valueText } from './audit.rules.ts';
import type { AuditEntrySummary } from './audit.schema.ts';

const ID = '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11';
const entry = (
  entity: string,
  action: AuditEntrySummary['action'],
  label = '',
  fields: string[] = [],
  status: string | null = null,
) => ({
  entity,
  action,
  label,
  entityId: ID,
  fields,
  status,
});
const text = (operation: string, ...parts: AuditEntrySummary[]) => {
  const { verb, kind, label } = changeText({ operation, parts });
  return `${verb} ${kind} ${label}`.trim();
};

describe('a change is described', () => {
  test('by person and role, when a user is created or deleted', () => {
    for (const action of ['created', 'deleted'] as const) {
      const name = text(
        'POST /api/influencers',
        entry('profiles', action, 'Nova Sterling'),
        entry('user_roles', action, 'influencer'),
      );
      expect(name.toLowerCase()).toBe(`${action} influencer nova sterling`);
    }
  });

  test('by its record, when the operation is generic', () => {
    const path = `PATCH /api/influencers/${ID}`;
    expect(text(path, entry('profiles', 'changed', 'Nova', ['bio']))).toBe('Changed profile Nova');
    expect(text(path, entry('new_things', 'deleted'))).toBe('Deleted new things');
  });

  test('by its operation, when that has its own verb', () => {
    const of = (operationName: string, entity: string, fields: string[] = []) =>
      text(`POST /api/x/${ID}/${operationName}`, entry(entity, 'changed', 'it', fields));
    expect(of('suspend', 'users')).toBe('Suspended account it');
    expect(of('publish', 'content_posts', ['published_at'])).toBe('Published post it');
    expect(of('publish', 'content_posts', ['publish_at'])).toBe('Scheduled post it');
    expect(of('password-reset', 'users')).toBe('Sent a password reset link to account it');
    expect(of('answered', 'contact_messages')).toBe('Answered message it');
    expect(of('undo-review', 'influencer_applications')).toBe(
      'Undid the decision on application it',
    );
    expect(of('undo-answered', 'contact_messages')).toBe('Reopened message it');
    expect(of('draft', 'content_posts')).toBe('Changed post it');
  });

  test('by what somebody did without changing anything', () => {
    expect(text('GET /api/users.csv', entry('downloads', 'exported', 'users.csv'))).toBe(
      'Exported  users.csv',
    );
    expect(text(`GET /api/users/${ID}`, entry('profiles', 'viewed', 'Nova'))).toBe(
      'Viewed profile Nova',
    );
    const viewing = entry('profiles', 'viewed-as', 'Robin');
    expect(text(`POST /api/users/${ID}/viewing`, viewing)).toBe('Viewed as fan  Robin');
    expect(text('POST /api/auth/sign-in', entry('credentials', 'signed-in', 'a@b.test'))).toBe(
      'Signed in',
    );
    const failed = entry('credentials', 'sign-in-failed', 'a@b.test');
    expect(text('POST /api/auth/sign-in', failed)).toBe('Failed to sign in');
  });

  test.each([
    ['accepted', 'Accepted application Nova'],
    ['rejected', 'Rejected application Nova'],
  ])('by its outcome, when an application is %s', (status, expected) => {
    const review = entry('influencer_applications', 'changed', 'Nova', ['status'], status);
    expect(text(`POST /api/applications/${ID}/review`, review)).toBe(expected);
  });

  test('once for a record that was written several times', () => {
    const writes = [
      entry('content_posts', 'created'),
      entry('content_posts', 'changed', 'Evening', ['caption']),
    ];
    expect(mergeEntries(writes)).toHaveLength(1);
    expect(text('POST /api/posts', ...writes)).toBe('Created post Evening');
  });
});

test.each([
  ['page_hero_image', 'Page hero image'],
  ['is_active', 'Active'],
  ['public_url', 'Public URL'],
  ['ban_expires', 'Suspended until'],
  ['influencer_id', 'Influencer'],
  ['price_monthly_cents', 'Price monthly'],
  ['id', 'Id'],
])('the label of column %s is %s', (column, label) => {
  expect(columnLabel(column)).toBe(label);
});

test('a person is shown by name', () => {
  expect(valueText('created_by', ID, { [ID]: 'Nova' })).toEqual({
    kind: 'person',
    name: 'Nova',
    id: ID,
  });
});

test.each([
  ['bio', null, { kind: 'none' }],
  ['bio', '', { kind: 'none' }],
  ['preferences', [], { kind: 'none' }],
  ['gender', '(hidden)', { kind: 'hidden' }],
  ['banned', false, { kind: 'text', text: 'No' }],
  ['price_cents', 1999, { kind: 'text', text: '$19.99' }],
  ['experience_years', 7, { kind: 'text', text: '7' }],
  ['portfolio_links', ['a', 'b'], { kind: 'text', text: 'a\nb' }],
  ['extra', { a: 1 }, { kind: 'text', text: '{"a":1}' }],
  [
    'created_at',
    '2026-11-20T18:04:05.12+00:00',
    { kind: 'instant', iso: '2026-11-20T18:04:05.12+00:00' },
  ],
  ['date_of_birth', '1990-01-02', { kind: 'text', text: '1990-01-02' }],
])('%s %j is shown as %j', (column, value, text) => {
  expect(valueText(column, value)).toEqual(text);
});
