import { describe, expect, test } from 'vitest';
import type { SearchResult } from '../search.schema.ts';
import { groupResults, listScreensAndActions, type PaletteGroup } from './palette-options.ts';

const labels = (groups: PaletteGroup[]) =>
  groups.flatMap(({ options }) => options.map(({ label }) => label));

const BACK_OFFICE = [
  'Dashboard',
  'Applications',
  'Task Requests',
  'Inbox',
  'Reviews',
  'Complaints',
  'Policies',
  'Automation',
  'Users',
  'Influencers',
  'Performers',
  '2257 Records',
  'Agreements',
  'Content',
  'Vault',
  'Subscribers',
  'Subscription Plans',
  'Payments',
  'Disputes',
  'Corrections',
  'Invoices & Taxes',
  'Payouts',
  'Reports',
];
const CREATIONS = [
  'New Post',
  'Content Calendar',
  'Schedule Files',
  'New Task',
  'Create Influencer',
  'Import',
];
const FAN = ['My Feed', 'Browse Marketplace', 'My Subscriptions'];
const INFLUENCER = [
  'Dashboard',
  'My Tasks',
  'My Content',
  'Earnings',
  'My Payouts',
  'My Agreement',
  'My Profile',
];

describe('screens and actions', () => {
  test.each([
    [
      'admin',
      [
        ...BACK_OFFICE,
        'Marketplace',
        'Banned Terms',
        'Age Checks',
        'Audit Trail',
        'Background Jobs',
        'Settings',
      ],
      CREATIONS,
    ],
    ['staff', [...BACK_OFFICE, 'Marketplace', 'Settings'], CREATIONS],
    ['influencer', INFLUENCER, ['My Account']],
    ['subscriber', FAN, ['My Account']],
    [null, FAN, []],
  ] as const)(
    'of %s are all screens of the menu, then the actions, for an empty search',
    (role, screens, actions) => {
      const groups = listScreensAndActions({ role, hasAgreement: true }, '');
      expect(groups.map((group) => [group.label, labels([group])])).toEqual([
        ['Screens', screens],
        ['Actions', [...actions, 'Logout']],
      ]);
    },
  );

  test('My Agreement is listed only where there is one', () => {
    const groups = listScreensAndActions({ role: 'influencer', hasAgreement: false }, '');
    expect(labels(groups)).toContain('My Payouts');
    expect(labels(groups)).not.toContain('My Agreement');
  });

  test('match every searched word in their name', () => {
    expect(labels(listScreensAndActions({ role: 'admin', hasAgreement: true }, 'TASK'))).toEqual([
      'Task Requests',
      'New Task',
    ]);
    expect(
      labels(listScreensAndActions({ role: 'admin', hasAgreement: true }, 'task  req')),
    ).toEqual(['Task Requests']);
    expect(listScreensAndActions({ role: 'admin', hasAgreement: true }, 'zzz')).toEqual([]);
  });

  test('of a fan include the categories of the marketplace, in a search only', () => {
    const [group] = listScreensAndActions({ role: 'subscriber', hasAgreement: true }, 'girl');
    expect(group).toMatchObject({
      label: 'Categories',
      options: [
        { label: 'Gamer Girl', go: { href: '/marketplace?category=Gamer%20Girl' } },
        { label: 'Girl Next Door' },
      ],
    });
    expect(
      labels(listScreensAndActions({ role: 'subscriber', hasAgreement: true }, '')),
    ).not.toContain('Goth');
    for (const role of ['admin', 'influencer'] as const) {
      expect(listScreensAndActions({ role, hasAgreement: true }, 'goth')).toEqual([]);
    }
  });

  test('of an influencer and a fan contain none of the back office', () => {
    for (const role of ['influencer', 'subscriber', null] as const) {
      const all = listScreensAndActions({ role, hasAgreement: true }, '').flatMap(
        ({ options }) => options,
      );
      const addresses = all.map(({ go }) => (go === 'sign-out' ? go : go.href));
      expect(addresses.filter((address) => /users|applications|new|audit/.test(address))).toEqual(
        [],
      );
    }
  });
});

describe('a search result', () => {
  const id = '6f0c2f0e-8d0b-4c3c-9a55-1d9b1f6f4d11';
  const result = {
    id,
    title: 'Ada',
    detail: 'ada+1@example.test',
    state: null,
    publicUrl: 'ada-l',
  };

  test.each([
    ['influencer', 'admin', `/influencers/${id}`],
    ['following', 'subscriber', `/subscriptions/${id}`],
    ['user', 'staff', '/users?search=ada%2B1%40example.test'],
    ['application', 'staff', `/applications?id=${id}`],
    ['task', 'admin', `/tasks?task=${id}`],
    ['task', 'influencer', `/my-tasks?task=${id}`],
    ['post', 'influencer', '/my-content?search=%22Ada%22'],
    ['post', 'subscriber', '/my-feed?search=%22Ada%22'],
  ] as const)('of the kind %s links %s to %s', (kind, role, href) => {
    const [group] = groupResults([{ ...result, kind }], role);
    expect(group!.options[0]!.go).toEqual({ href });
  });

  test('of a creator links a fan to the public page, which is a separate document', () => {
    const [group] = groupResults([{ ...result, kind: 'creator' }], 'subscriber');
    expect(group!.options[0]!.go).toEqual({ href: '/ada-l', isDocument: true });
  });

  test('is listed under its kind with its detail', () => {
    const results: SearchResult[] = [
      { ...result, kind: 'user', state: 'staff' },
      { ...result, kind: 'task', title: 'Pictures', detail: 'Ada', state: 'in_progress' },
      { ...result, kind: 'user', title: '', detail: 'x@example.test', state: null },
    ];
    const groups = groupResults(results, 'admin');
    expect(groups.map(({ label }) => label)).toEqual(['Users', 'Tasks']);
    expect(groups.flatMap(({ options }) => options.map((one) => [one.label, one.detail]))).toEqual([
      ['Ada', 'ada+1@example.test · Staff'],
      ['Unknown', 'x@example.test · No role'],
      ['Pictures', 'Ada · in progress'],
    ]);
  });
});
