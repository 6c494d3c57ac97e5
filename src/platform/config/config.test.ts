import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ConfigError } from './config-error.ts';
import { readConfig } from './config.ts';

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'velvet-rope-config-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

const read = (env: Record<string, string>) => readConfig({ DATA_DIR, ...env });

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['PUBLIC_URL', 'velvet.example'],
  ['PUBLIC_URL', 'https://velvet.example/shop'],
  ['ALLOWED_HOSTS', 'https://www.velvet.example'],
  ['ALLOWED_HOSTS', 'www.velvet.example:8080'],
  ['DISK_RESERVE_MB', '-1'],
  ['OPEN_UPLOADS', '0'],
  ['OPEN_UPLOADS_GB', '1.5'],
  ['THROTTLE_FACTOR', '0'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_DIRECT_URL', 'database.example'],
  ['DATABASE_REPLICA_URLS', 'postgres://one/x,two'],
  ['DATABASE_NAMED_STATEMENTS', 'sometimes'],
  ['WORKERS', '0'],
  ['WORKERS', 'many'],
  ['SECRET', 'too-short'],
  ['SECRET', `${'x'.repeat(32)},too-short`],
  ['SECRET', `${'x'.repeat(32)},`],
  ['SECRET_FILE', '/nowhere/secret'],
  ['SECRET_FILE', import.meta.filename],
  ['ENCRYPT_FILES', 'sometimes'],
  ['PAYMENTS', 'cash'],
  ['ADMIN_EMAIL', 'nobody'],
  ['PAYOUT_DAYS', '0'],
  ['PAYOUT_DAYS', 'soon'],
  ['AGENCY_EMAIL', 'nobody'],
  ['AGENCY_NAME', 'Two\nlines'],
  ['TRUST_PROXY', 'perhaps'],
  ['REQUIRE_CONFIRMED_EMAIL', 'sometimes'],
  ['REQUIRE_SECOND_FACTOR', 'sometimes'],
  ['ALLOW_UNISOLATED_VIDEOS', 'sometimes'],
  ['REQUIRE_CONSENTS', 'sometimes'],
  ['REQUIRE_AGREEMENTS', 'sometimes'],
  ['REQUIRE_REVIEW', 'sometimes'],
  ['REQUIRE_TAX_DETAILS', 'sometimes'],
  ['LOG_LEVEL', 'loud'],
  ['BLOCKED_REGIONS', 'France'],
  ['BLOCKED_REGIONS', 'FR, ZZ'],
  ['VERIFIED_REGIONS', 'Texas'],
  ['AGE_CHECKS', 'sandbox, passport'],
  ['EU_AGE_ISSUERS_FILE', '/nonexistent/issuers.pem'],
  ['EU_AGE_ISSUERS_FILE', import.meta.filename],
  ['AGE_CHECK_DAYS', '0'],
  ['AGE_CHECK_DAYS', '400'],
  ['YOTI_SDK_ID', 'short'],
  ['YOTI_API_URL', 'https://age.yoti.com/api'],
  ['YOTI_FACE_AGE', '17'],
  ['COUNTRY_HEADER', 'cf ipcountry'],
  ['VERIFICATION_PROVIDER', 'somebody'],
  ['VERIFF_SHARED_SECRET', 'short'],
  ['VERIFF_API_URL', 'https://stationapi.veriff.com/v1'],
  ['SMTP_URL', 'mail.example.com:587'],
  ['SMTP_URL', 'https://user:password@mail.example.com'],
  ['SMTP_URL', 'smtp://'],
  ['CLAMD_URL', '/run/clamav/clamd.ctl'],
  ['CLAMD_URL', 'http://127.0.0.1:3310'],
  ['SMTP_URL', 'smtp://user@mail.example.com'],
  ['SMTP_URL', 'smtp://user:100%@mail.example.com'],
  ['MAIL_FROM', 'Velvet Rope'],
  ['MAIL_FROM', 'Velvet Rope <no-reply@example.com>\r\nBcc: all@example.com'],
  ['CONTACT_EMAIL', 'nobody'],
  ['INBOUND_MAIL_ADDRESS', 'reply+more@club.example'],
  ['INBOUND_MAIL_ADDRESS', 'conversations@club.example'],
  ['INBOUND_MAIL_SECRET', 'short'],
  ['BANK_IBAN', 'DE88370400440532013000'],
  ['BANK_BIC', 'COBA'],
  ['BANK_HOLDER', 'Елена'],
  ['ACH_ROUTING_NUMBER', '021000022'],
  ['ACH_COMPANY_ID', '123'],
  ['PAYEE_CHANGE_DAYS', '31'],
])('an invalid %s prevents the start and is named in the error', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(ConfigError);
  expect(() => read({ [name]: value })).toThrow(new RegExp(`${name}: .+`));
});

test('the error names all invalid variables at once', () => {
  expect(() => read({ PORT: 'x', PAYMENTS: 'x' })).toThrow(/PORT[^]*PAYMENTS/);
});

test('an admin needs both email and password', () => {
  expect(() => read({ ADMIN_EMAIL: 'a@example.test' })).toThrow(/ADMIN_PASSWORD/);
  expect(() => read({ ADMIN_PASSWORD: 'long-enough' })).toThrow(/ADMIN_EMAIL/);
});

test('an account for payouts is configured completely or not at all', () => {
  const account = {
    BANK_HOLDER: 'Example Talent LLC',
    BANK_IBAN: 'DE89 3704 0044 0532 0130 00',
    BANK_BIC: 'COBADEFFXXX',
  };
  expect(read(account).bank).toEqual({
    transfer: { holder: 'Example Talent LLC', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
    ach: null,
    payeeChangeDays: 3,
  });
  expect(() => read({ ...account, BANK_BIC: '' })).toThrow(/BANK_BIC: must be set together with/);
  expect(() => read({ ACH_BANK_NAME: 'First Bank' })).toThrow(/ACH_COMPANY_ID: must be set/);
});

test('without configuration payments are disabled, and empty values count as unset', () => {
  expect(read({ PORT: '', PAYMENTS: '' })).toMatchObject({ port: 3000, payments: { sales: [] } });
});

test('requests may name the public host and the other configured hosts', () => {
  const env = {
    PUBLIC_URL: 'https://Club.example:8443/',
    ALLOWED_HOSTS: 'www.club.example, [::2]',
  };
  expect(read(env)).toMatchObject({
    publicUrl: 'https://club.example:8443',
    allowedHosts: ['club.example', 'www.club.example', '[::2]'],
  });
});

test('a loopback public URL allows all loopback names', () => {
  expect(read({}).allowedHosts).toEqual(['localhost', '127.0.0.1', '[::1]']);
});

const AGENCY = {
  AGENCY_NAME: 'Example Talent',
  AGENCY_ADDRESS: '1 Example Street',
  AGENCY_TAX_ID: '12-3456789',
};

test.each([
  [
    { AGENCY_COUNTRY: 'IE', DAC7_COUNTRY: 'IE' },
    { country: 'IE', operatorId: null },
  ],
  [
    { AGENCY_COUNTRY: 'US', DAC7_COUNTRY: 'IE', DAC7_OPERATOR_ID: 'IE12' },
    { country: 'IE', operatorId: 'IE12' },
  ],
  [{ AGENCY_COUNTRY: 'US' }, null],
])('with %j, reports under DAC7 go to %j', (env, dac7) => {
  expect(read({ ...AGENCY, ...env }).tax.dac7).toEqual(dac7);
});

test.each([
  ['a country outside the EU', { AGENCY_COUNTRY: 'US', DAC7_COUNTRY: 'US' }, /DAC7_COUNTRY/],
  ['no name', { AGENCY_COUNTRY: 'IE', DAC7_COUNTRY: 'IE', AGENCY_NAME: '' }, /AGENCY_NAME/],
  ['no country', { DAC7_COUNTRY: 'IE' }, /AGENCY_COUNTRY/],
  ['no number of the operator', { AGENCY_COUNTRY: 'US', DAC7_COUNTRY: 'IE' }, /DAC7_OPERATOR_ID/],
  ['another member state', { AGENCY_COUNTRY: 'DE', DAC7_COUNTRY: 'IE' }, /must be AGENCY_COUNTRY/],
  ['a number alone', { AGENCY_COUNTRY: 'US', DAC7_OPERATOR_ID: 'IE12' }, /DAC7_COUNTRY/],
])('%s prevents reports under DAC7', (_, env, message) => {
  expect(() => read({ ...AGENCY, ...env })).toThrow(message);
});

const STRIPE = {
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_abc123',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc123',
};

test('a verification provider needs its keys, and the sandbox checks nobody in production', () => {
  expect(read({}).verification).toBeUndefined();
  const keys = { VERIFF_API_KEY: 'a-key', VERIFF_SHARED_SECRET: 's'.repeat(36) };
  expect(read({ VERIFICATION_PROVIDER: 'veriff', ...keys }).verification).toEqual({
    kind: 'veriff',
    apiKey: 'a-key',
    sharedSecret: keys.VERIFF_SHARED_SECRET,
    apiUrl: 'https://stationapi.veriff.com',
  });
  expect(() => read({ VERIFICATION_PROVIDER: 'veriff' })).toThrow(
    /VERIFF_API_KEY.*\n.*VERIFF_SHARED_SECRET/,
  );
  const sandbox = { VERIFICATION_PROVIDER: 'sandbox' };
  expect(read({ ...sandbox, NODE_ENV: 'development' }).verification).toEqual({ kind: 'sandbox' });
  expect(() => read({ ...sandbox, NODE_ENV: 'production' })).toThrow(/checks nobody/);
});

test('a header names the region only behind a proxy, and parts of a country need one', () => {
  const proxy = {
    TRUST_PROXY: 'true',
    COUNTRY_HEADER: 'CF-IPCountry',
    REGION_HEADER: 'CF-Region-Code',
  };
  expect(read({ ...proxy, BLOCKED_REGIONS: 'FR, US-TX' }).regions).toEqual({
    blocked: ['FR', 'US-TX'],
    verified: [],
    countryHeader: 'cf-ipcountry',
    regionHeader: 'cf-region-code',
  });
  expect(() => read({ COUNTRY_HEADER: 'cf-ipcountry' })).toThrow(/needs TRUST_PROXY/);
  expect(() => read({ TRUST_PROXY: 'true', REGION_HEADER: 'x' })).toThrow(/COUNTRY_HEADER/);
  expect(() => read({ BLOCKED_REGIONS: 'US-TX' })).toThrow(/needs REGION_HEADER/);
  expect(() => read({ VERIFIED_REGIONS: 'US-TX' })).toThrow(/VERIFIED_REGIONS: needs REGION/);
  expect(() => read({ REGION_FILE: import.meta.filename })).toThrow(/MaxMind DB format/);
});

test('regions where the age is verified have one policy and a method', () => {
  const yoti = {
    AGE_CHECKS: 'yoti',
    YOTI_SDK_ID: '5d3add31-3a3a-4d3b-a6b4-347edb35264c',
    YOTI_API_KEY: 'key',
  };
  expect(read({ ...yoti, VERIFIED_REGIONS: 'FR' }).ageChecks).toEqual({
    validDays: 90,
    sandbox: false,
    euIssuers: [],
    yoti: {
      sdkId: yoti.YOTI_SDK_ID,
      apiKey: 'key',
      apiUrl: 'https://age.yoti.com',
      faceAge: 25,
    },
  });
  expect(() => read({ VERIFIED_REGIONS: 'FR' })).toThrow(/needs a method/);
  expect(() => read({ ...yoti, VERIFIED_REGIONS: 'FR', BLOCKED_REGIONS: 'FR' })).toThrow(
    /cannot name FR/,
  );
  expect(() => read({ AGE_CHECKS: 'eu_wallet', PUBLIC_URL: 'http://velvet.example' })).toThrow(
    /EU_AGE_ISSUERS_FILE: must be set[^]*PUBLIC_URL: must begin with https/,
  );
  expect(() => read({ AGE_CHECKS: 'yoti' })).toThrow(/YOTI_SDK_ID: must be set[^]*YOTI_API_KEY/);
  expect(() => read({ AGE_CHECKS: 'sandbox', NODE_ENV: 'production' })).toThrow(/cannot contain/);
});

test('Stripe payments require a secret key and a webhook secret', () => {
  expect(read(STRIPE)).toMatchObject({
    payments: {
      sales: ['stripe'],
      connected: [
        {
          kind: 'stripe',
          secretKey: 'sk_test_abc123',
          webhookSecret: 'whsec_abc123',
          apiUrl: undefined,
          feesSince: undefined,
        },
      ],
    },
  });
  expect(() => read({ PAYMENTS: 'stripe' })).toThrow(
    /STRIPE_SECRET_KEY: must be set when PAYMENTS names stripe[^]*STRIPE_WEBHOOK_SECRET: must be set/,
  );
});

const VEROTEL = {
  VEROTEL_SHOP_ID: '68849',
  VEROTEL_SIGNATURE_KEY: 'a-signature-key',
  VEROTEL_API_USER: 'desk',
  VEROTEL_API_PASSWORD: 'pa55word',
};
const namesOf = (env: Record<string, string>) => {
  const { sales, connected } = read({ ...STRIPE, ...VEROTEL, ...env }).payments;
  return { sales, connected: connected.map(({ kind }) => kind) };
};

test.each([
  ['verotel, stripe', ['verotel', 'stripe']],
  ['stripe', ['stripe']],
  ['disabled', []],
])(
  'PAYMENTS=%s names the providers on sale; all with settings are connected',
  (PAYMENTS, sales) => {
    expect(namesOf({ PAYMENTS })).toEqual({ sales, connected: ['stripe', 'verotel'] });
  },
);

test.each(['sandbox,stripe', 'disabled,verotel', 'stripe,stripe', 'paypal', 'stripe,'])(
  'PAYMENTS=%s is refused: a test checkout beside a real one would give subscriptions away',
  (PAYMENTS) => {
    expect(() => namesOf({ PAYMENTS })).toThrow(/PAYMENTS/);
  },
);

test('a provider that is not on sale needs all of its settings, or none', () => {
  const { VEROTEL_API_USER: _, ...incomplete } = VEROTEL;
  expect(() => read({ ...STRIPE, ...incomplete })).toThrow(
    'VEROTEL_API_USER: must be set when another setting of verotel is',
  );
});

test.each([
  ['STRIPE_SECRET_KEY', 'pk_test_abc123'],
  ['STRIPE_WEBHOOK_SECRET', 'abc123'],
  ['STRIPE_API_URL', 'localhost:12111'],
  ['STRIPE_FEES_SINCE', '01.12.2026'],
  ['STRIPE_API_URL', 'http://localhost:12111/v1'],
])('the error for an invalid %s names the variable without repeating its value', (name, value) => {
  expect(() => read({ ...STRIPE, [name]: value })).toThrow(new RegExp(`${name}: must be`));
  expect(() => read({ ...STRIPE, [name]: value })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining(value) }),
  );
});

test.each(['VRM', 'A name that is too long for it', '12345', 'CLUB*MEMBERS', 'CLÜB MEMBERS'])(
  'with Stripe, a charge cannot have the name "%s" on a card statement',
  (PAYMENT_DESCRIPTOR) => {
    expect(() => read({ ...STRIPE, PAYMENT_DESCRIPTOR })).toThrow(/PAYMENT_DESCRIPTOR: must have/);
    expect(read({ PAYMENT_DESCRIPTOR }).agency.paymentDescriptor).toBe(PAYMENT_DESCRIPTOR);
  },
);

test('the name of a charge that Stripe accepts', () => {
  const env = { ...STRIPE, PAYMENT_DESCRIPTOR: 'VR MEMBERS' };
  expect(read(env).agency.paymentDescriptor).toBe('VR MEMBERS');
});

test('the agency comes from the configuration; only the demo has a fictional one', () => {
  expect(read({ AGENCY_NAME: ' ' }).agency).toEqual({});
  const env = { AGENCY_NAME: 'Łuna & Co.', PAYMENT_DESCRIPTOR: 'LUNA' };
  expect(read(env).agency).toEqual({ name: 'Łuna & Co.', paymentDescriptor: 'LUNA' });
  const demo = readConfig({ DATA_DIR, ...env }, { demo: true }).agency;
  expect(demo).toMatchObject({ name: 'Łuna & Co.', address: expect.stringContaining('Example') });
});

test('the demo always uses the sandbox', () => {
  const demo = readConfig({ DATA_DIR, ...STRIPE }, { demo: true });
  expect(demo).toMatchObject({
    payments: { sales: ['sandbox'], connected: [{ kind: 'sandbox' }] },
  });
});

test('several secrets are read, the newest first', () => {
  const [newest, previous] = ['n'.repeat(32), 'p'.repeat(40)];
  expect(read({ SECRET: `${newest}, ${previous}` }).secrets).toEqual([newest, previous]);
});

test('secrets are read from a file, one in each line, but not from two places', () => {
  const [newest, previous] = ['n'.repeat(32), 'p'.repeat(40)];
  const file = path.join(DATA_DIR, 'secrets');
  writeFileSync(file, `${newest}\n${previous}\n`);
  expect(read({ SECRET_FILE: file }).secrets).toEqual([newest, previous]);
  expect(() => read({ SECRET_FILE: file, SECRET: newest })).toThrow(/SECRET_FILE: cannot be set/);
});

test('the secret is created once, stored, and readable only by its owner', () => {
  const { secrets } = read({});
  expect(secrets).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect(read({}).secrets).toEqual(secrets);
  expect(statSync(path.join(DATA_DIR, 'secret')).mode & 0o777).toBe(0o600);
});

test('without an SMTP server mail is written to files, from an address of the public host', () => {
  expect(read({ PUBLIC_URL: 'https://club.example:8443' }).mail).toEqual({
    smtp: undefined,
    from: 'Velvet Rope <no-reply@club.example>',
    contact: undefined,
    inbound: undefined,
  });
  expect(read({ MAIL_FROM: 'desk@club.example', CONTACT_EMAIL: 'desk@club.example' }).mail).toEqual(
    {
      smtp: undefined,
      from: 'desk@club.example',
      contact: 'desk@club.example',
      inbound: undefined,
    },
  );
});

test('an SMTP URL provides port, encryption and percent-encoded password', () => {
  expect(read({ SMTP_URL: 'smtps://desk%40club:p%40ss%2Fword@mail.example' }).mail.smtp).toEqual({
    host: 'mail.example',
    port: 465,
    secure: true,
    auth: { user: 'desk@club', password: 'p@ss/word' },
  });
  expect(read({ SMTP_URL: 'smtp://[::1]:2525' }).mail.smtp).toEqual({
    host: '::1',
    port: 2525,
    secure: false,
  });
});

test('the error for an invalid SMTP URL does not repeat the password', () => {
  for (const url of ['http://desk:pa55word@mail.example', 'smtp://desk:pa55word%@mail.example']) {
    expect(() => read({ SMTP_URL: url })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('pa55word') }),
    );
  }
});

test.each([
  [{}, false, false],
  [{ SMTP_URL: 'smtp://mail.example' }, false, true],
  [{ SMTP_URL: 'smtp://mail.example' }, true, false],
  [{ SMTP_URL: 'smtp://mail.example', REQUIRE_CONFIRMED_EMAIL: 'false' }, false, false],
  [{ REQUIRE_CONFIRMED_EMAIL: 'true' }, true, true],
])('with %j, in the demo: %s, fans have to confirm their email: %s', (env, demo, required) => {
  expect(readConfig({ DATA_DIR, ...env }, { demo }).requireConfirmedEmail).toBe(required);
});

test('a confirmation that no mail can ask for is refused at the start', () => {
  const env = { DATA_DIR, REQUIRE_CONFIRMED_EMAIL: 'true' };
  expect(() => readConfig(env)).toThrow('REQUIRE_CONFIRMED_EMAIL: needs SMTP_URL');
});

test.each([
  [{}, false, true],
  [{}, true, false],
  [{ REQUIRE_SECOND_FACTOR: 'false' }, false, false],
  [{ REQUIRE_SECOND_FACTOR: 'true' }, true, true],
])('with %j, in the demo: %s, the back office needs a second factor: %s', (env, demo, required) => {
  expect(readConfig({ DATA_DIR, ...env }, { demo }).requireSecondFactor).toBe(required);
});

test.each([
  [{ NODE_ENV: 'production' }, false, false],
  [{ NODE_ENV: 'production' }, true, true],
  [{ NODE_ENV: 'development' }, false, true],
  [{ NODE_ENV: 'production', ALLOW_UNISOLATED_VIDEOS: 'true' }, false, true],
])('with %j, in the demo: %s, videos that nothing isolates are read: %s', (env, demo, allowed) => {
  expect(readConfig({ DATA_DIR, ...env }, { demo }).allowsUnisolatedVideos).toBe(allowed);
});
