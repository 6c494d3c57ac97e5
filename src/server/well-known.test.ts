import { expect, test } from 'vitest';
import { readConfig } from '#src/platform/config/config.ts';
import { wellKnown } from './well-known.ts';

const open = (env: Record<string, string> = {}) =>
  wellKnown({
    config: readConfig({ SECRET: 'x'.repeat(32), PUBLIC_URL: 'https://club.example', ...env }),
  });
const fieldsOf = async (app: ReturnType<typeof open>) => {
  const response = await app.request('/.well-known/security.txt');
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  return Object.fromEntries(
    (await response.text())
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/)),
  ) as Record<string, string>;
};

test('security.txt names a contact of the agency, and expires within a year', async () => {
  const fields = await fieldsOf(open({ AGENCY_EMAIL: 'hello@agency.example' }));
  expect(fields).toMatchObject({
    Contact: 'mailto:hello@agency.example',
    Canonical: 'https://club.example/.well-known/security.txt',
  });
  const days = (Date.parse(fields.Expires!) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(170);
  expect(days).toBeLessThan(365);
});

test('without an address of the agency the contact is its contact page', async () => {
  expect((await fieldsOf(open({ CONTACT_EMAIL: 'staff@agency.example' }))).Contact).toBe(
    'mailto:staff@agency.example',
  );
  expect((await fieldsOf(open())).Contact).toBe('https://club.example/contact');
});

test('password managers find the page to change the password', async () => {
  const response = await open().request('/.well-known/change-password');
  expect(response.status).toBe(302);
  expect(response.headers.get('location')).toBe('/my-account');
});
