import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import type { ApplicationRow } from '../review.schema.ts';
import { createApplication } from './applications.testing.ts';

let app: TestApp;
let staff: TestUser;
const HOUR = 60 * 60_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR);

beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
  const { db } = app;
  await createApplication(db, { fullName: 'Late', email: 'late@a.test', createdAt: hoursAgo(50) });
  await createApplication(db, { fullName: 'fresh', email: 'new@a.test', createdAt: hoursAgo(1) });
  await createApplication(db, {
    fullName: 'Åccepted 100%',
    email: 'yes@b.test',
    createdAt: hoursAgo(90),
    status: 'accepted',
    niche: '=HYPERLINK("x")',
    notes: 'Line one,\n"line" two',
    reviewedBy: staff.id,
    reviewedAt: new Date('2026-11-20T09:00:00.000Z'),
  });
  await createApplication(db, {
    fullName: 'No_thanks',
    email: 'no@b.test',
    createdAt: hoursAgo(80),
    status: 'rejected',
  });
});
afterAll(() => app.close());

const get = (address: string) => app.call('GET', address, { user: staff });
const names = async (query: string) => {
  const { json } = await get(`/api/applications?${query}`);
  return json.rows.map(({ fullName }: ApplicationRow) => fullName);
};

test('applications are listed newest first by default', async () => {
  expect(await names('')).toEqual(['fresh', 'Late', 'No_thanks', 'Åccepted 100%']);
  expect(await names('sort=received')).toEqual(['Åccepted 100%', 'No_thanks', 'Late', 'fresh']);
  expect(await names('sort=name')).toEqual(['fresh', 'Late', 'No_thanks', 'Åccepted 100%']);
});

test('pending applications can be listed oldest first', async () => {
  expect(await names('status=pending&sort=received')).toEqual(['Late', 'fresh']);
});

test('the search matches name and email literally', async () => {
  expect(await names('search=FRES')).toEqual(['fresh']);
  expect(await names('search=%40b.test')).toEqual(['No_thanks', 'Åccepted 100%']);
  expect(await names('search=%25')).toEqual(['Åccepted 100%']);
  expect(await names('search=_')).toEqual(['No_thanks']);
  expect(await names('search=%5C')).toEqual([]);
  expect(await names("search=')%3B--")).toEqual([]);
  expect((await get('/api/applications?search=a%00')).status).toBe(400);
  expect(await names('search=a.test&status=rejected')).toEqual([]);
});

test('counts by status respect the search and include late ones', async () => {
  expect((await get('/api/applications/counts')).json).toEqual({
    all: 4,
    pending: 2,
    accepted: 1,
    rejected: 1,
    late: 1,
  });
  expect((await get('/api/applications/counts?search=b.test')).json).toEqual({
    all: 2,
    pending: 0,
    accepted: 1,
    rejected: 1,
    late: 0,
  });
});

describe('the CSV file', () => {
  test('has every answer of the filtered applications, and no formula', async () => {
    const { status, json, headers } = await get('/api/applications.csv?search=b.test&sort=name');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head = '', first = '', ...rest] = (json as string).split('\r\n');
    expect(head).toContain('Received,Status,Full Name,Email,Phone');
    expect(head.split(',')).toHaveLength(31);
    expect(first).toContain('rejected,No_thanks,no@b.test');
    const second = rest.join('\r\n');
    expect(second).toContain(`"'=HYPERLINK(""x"")"`);
    expect(second).toContain('staff 1,2026-11-20T09:00:00.000Z,"Line one,\n""line"" two",no');
    expect(json).not.toContain('Late');
  });
});

test.each([
  ['status=unknown', 'status'],
  ['sort=phone', 'sort'],
  [`search=${'x'.repeat(301)}`, 'search'],
])('a query with %s is rejected', async (query, path) => {
  const { status, json } = await get(`/api/applications?${query}`);
  expect(status).toBe(400);
  expect(json.errors[0].path).toBe(path);
});
