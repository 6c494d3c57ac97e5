import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { readMail } from '#test/read-mail.ts';
import { startSmtp } from '#test/smtp.ts';
import type { Mail } from './mail-message.ts';
import { createMailer } from './mail.ts';

const ID = '6f0c2f0e-8d0b-4c3c-9a55-1d9b1f6f4d11';
const LINK = 'https://club.example/reset-password#abc-DEF_123';
const testMail: Mail = {
  to: 'fan@example.test',
  subject: 'Choose a new password',
  heading: 'Choose a new password',
  paragraphs: ['A new password was asked for.', 'First line\nsecond line – ünïcode'],
  action: { label: 'Choose', url: LINK },
  footnote: 'Or do nothing.',
};

let dataDir: string;
let cleanup: (() => Promise<void>)[];
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'velvet-rope-mail-'));
  cleanup = [];
});
afterEach(async () => {
  for (const step of cleanup) await step();
  rmSync(dataDir, { recursive: true, force: true });
});

function openMailer(env: Record<string, string> = {}) {
  const config = readConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'https://club.example', ...env });
  let logged = '';
  const log = pino({ level: 'debug' }, { write: (line) => void (logged += line) });
  const jobs = { enqueue: () => Promise.reject(new Error('nothing is queued here')) };
  const secretLinks = {
    leave: (subject: string) => `https://club.example/leave#${subject}.s3cret`,
  };
  const unsubscribeAddresses = (subject: string) => ({
    preferencesUrl: 'https://club.example/preferences',
    pageUrl: `https://club.example/unsubscribe#${subject}`,
    oneClickUrl: `https://club.example/unsubscribe/${subject}`,
  });
  const db = {} as Db;
  const mailer = createMailer({ db, config, log, jobs, secretLinks, unsubscribeAddresses });
  return { ...mailer, logged: () => logged };
}

async function openSmtp(options?: Parameters<typeof startSmtp>[0]) {
  const smtp = await startSmtp(options);
  cleanup.push(smtp.stop);
  return smtp;
}

const folder = () => path.join(dataDir, 'mail');
const files = () => readdirSync(folder());
const readFile = (name: string) => readMail(readFileSync(path.join(folder(), name), 'utf8'));

describe('with an SMTP server', () => {
  test('mail is sent with the configured user and sender', async () => {
    const smtp = await openSmtp();
    const mailer = openMailer({
      SMTP_URL: `smtp://desk:pa55word@${smtp.address}`,
      MAIL_FROM: 'The Desk <desk@club.example>',
    });
    await mailer.send({ ...testMail, replyTo: 'ada@example.test' }, ID);
    const [mail] = smtp.mails;
    expect(mail).toMatchObject({
      user: 'desk',
      from: 'desk@club.example',
      to: ['fan@example.test'],
    });
    expect(Object.fromEntries(mail!.headers)).toMatchObject({
      from: 'The Desk <desk@club.example>',
      to: 'fan@example.test',
      'reply-to': 'ada@example.test',
      subject: testMail.subject,
      'message-id': `<${ID}@club.example>`,
      'auto-submitted': 'auto-generated',
    });
    expect(mail!.text).toContain('First line\nsecond line – ünïcode');
    expect(mail!.text).toContain(`Choose:\n${LINK}\n`);
    expect(mail!.html).toContain(`href="${LINK}"`);
    expect(mail!.html).toContain('First line<br />second line – ünïcode');
    expect(mailer.logged()).toBe('');
  });

  test('encryption is used when the server offers it', async () => {
    const smtp = await openSmtp({ disabledCommands: ['AUTH'] });
    await openMailer({ SMTP_URL: `smtp://${smtp.address}` }).send(testMail, ID);
    expect(smtp.mails).toMatchObject([{ secure: true }]);
  });

  test.each([
    ['smtps', '', { secure: true, disabledCommands: [] }],
    ['smtp', 'desk:pa55word@', { disabledCommands: [] }],
  ])(
    '%s: no mail is sent to a server without a valid certificate',
    async (scheme, user, options) => {
      const smtp = await openSmtp(options);
      const mailer = openMailer({ SMTP_URL: `${scheme}://${user}${smtp.address}` });
      await expect(mailer.send(testMail, ID)).rejects.toThrow(/certificate/);
      expect(smtp.mails).toEqual([]);
    },
  );

  test('the error for a rejected password does not repeat the password', async () => {
    const smtp = await openSmtp();
    const mailer = openMailer({ SMTP_URL: `smtp://desk:hunter-two@${smtp.address}` });
    const error: unknown = await mailer.send(testMail, ID).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: 'EAUTH' });
    expect(JSON.stringify(error) + String(error)).not.toContain('hunter-two');
  });
});

describe('without an SMTP server', () => {
  test('mail is written to a file that only its owner may read, and the log contains only the file name', async () => {
    const mailer = openMailer();
    await mailer.send(testMail, ID);
    const [file] = files();
    expect(file).toMatch(/^\d{8}T\d{6}\.\d{3}Z-choose-a-new-password\.eml$/);
    expect(readFile(file!).text).toContain(LINK);
    expect(statSync(path.join(folder(), file!)).mode & 0o777).toBe(0o600);
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    expect(mailer.logged()).toContain(path.join(folder(), file!));
    expect(mailer.logged()).not.toContain('abc-DEF_123');
    expect(mailer.logged()).not.toContain(testMail.to);
  });

  test('concurrent mails do not overwrite each other', async () => {
    const { send } = openMailer();
    await Promise.all(Array.from({ length: 20 }, (_, number) => send(testMail, String(number))));
    expect(files()).toHaveLength(20);
  });

  test('no subject escapes the folder', async () => {
    await openMailer().send({ ...testMail, subject: '../../etc/pässwd\0' }, ID);
    expect(files()).toEqual([expect.stringMatching(/Z-etc-p-sswd\.eml$|Z-[a-z-]+\.eml$/)]);
  });
});

describe('optional parts of a mail', () => {
  test('facts are rows in the HTML and lines in the text', async () => {
    const facts = [
      { label: 'Paid', value: '$24.00' },
      { label: 'Receipt', value: '3F2A-91BC-04D7' },
    ];
    await openMailer().send({ ...testMail, facts }, ID);
    const { html, text } = readFile(files()[0]!);
    expect(text).toContain('Paid: $24.00\nReceipt: 3F2A-91BC-04D7\n');
    expect(html).toMatch(/Paid\s*<\/td>\s*<td[^>]*>\s*\$24\.00/);
  });

  test('long words break, so that no mail is wider than a phone', async () => {
    const hash = 'a'.repeat(64);
    await openMailer().send({ ...testMail, facts: [{ label: 'SHA-256', value: hash }] }, ID);
    const { html } = readFile(files()[0]!);
    const card = html.slice(0, html.indexOf(hash)).lastIndexOf('word-break:break-word');
    expect(card).toBeGreaterThan(0);
  });

  const secretLink = { label: 'Leave at once', kind: 'leave', subject: 'abc' };

  test('a secret link gets its address on sending, and appears in HTML and text', async () => {
    await openMailer().send({ ...testMail, secretLink }, ID);
    const { html, text } = readFile(files()[0]!);
    const url = 'https://club.example/leave#abc.s3cret';
    expect(text).toContain(`Or do nothing.\n\nLeave at once:\n${url}\n`);
    expect(html).toMatch(new RegExp(`<a href="${url}"[^>]*>Leave at once</a>`));
  });

  test('a button may have a secret address', async () => {
    await openMailer().send({ ...testMail, action: secretLink }, ID);
    const { html, text } = readFile(files()[0]!);
    const url = 'https://club.example/leave#abc.s3cret';
    expect(text).toContain(`Leave at once:\n${url}\n`);
    expect(html).toMatch(new RegExp(`href="${url}"[^>]*font:600[^>]*>Leave at once</a`));
  });

  test('a secret link of an unknown kind is refused', async () => {
    const strange = { ...secretLink, kind: 'toString' };
    await expect(openMailer().send({ ...testMail, secretLink: strange }, ID)).rejects.toThrow(
      'No mail has a link of the kind',
    );
  });

  test('a mail that can be switched off says why it was sent, and has links and headers to unsubscribe', async () => {
    const optional = { reason: 'You are on the list.', subject: 'abc.s3cret' };
    await openMailer().send({ ...testMail, optional }, ID);
    const { headers, html, text } = readFile(files()[0]!);
    expect(Object.fromEntries(headers)).toMatchObject({
      'list-unsubscribe': '<https://club.example/unsubscribe/abc.s3cret>',
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    });
    for (const part of [html, text]) {
      expect(part).toContain('You are on the list.');
      expect(part).toContain('https://club.example/preferences');
      expect(part).toContain('https://club.example/unsubscribe#abc.s3cret');
    }
  });

  test('any other mail has no headers to unsubscribe', async () => {
    await openMailer().send(testMail, ID);
    const { headers } = readFile(files()[0]!);
    expect([...headers.keys()].filter((name) => name.startsWith('list-'))).toEqual([]);
  });

  test('an inbox preview shows only the first paragraph', async () => {
    await openMailer().send(testMail, ID);
    const { html } = readFile(files()[0]!);
    const preview = /display:none[^>]*>([^<]*)<\/div>/.exec(html)?.[1]?.trimStart();
    expect(preview).toMatch(/^A new password was asked for\./);
    expect(preview!.length - testMail.paragraphs[0]!.length).toBeGreaterThan(200);
    expect(preview!.slice(testMail.paragraphs[0]!.length)).not.toMatch(/[\p{L}\p{N}]/u);
  });
});

describe('malicious text', () => {
  test('in the subject cannot add headers', async () => {
    const subject = 'Hello\r\nBcc: all@example.test\r\n\r\nBody\u2028end\0';
    await openMailer().send({ ...testMail, subject }, ID);
    const { headers, text } = readFile(files()[0]!);
    expect(headers.get('subject')).toBe('Hello Bcc: all@example.test Body end');
    expect(headers.has('bcc')).toBe(false);
    expect(text).toContain(testMail.heading);
  });

  test.each([
    'a@example.test, b@example.test',
    'a@example.test\r\nBcc: b@example.test',
    'A <a@example.test>',
    '',
  ])('is refused as an address: %j', async (address) => {
    const { send } = openMailer();
    await expect(send({ ...testMail, to: address }, ID)).rejects.toThrow();
    await expect(send({ ...testMail, replyTo: address }, ID)).rejects.toThrow();
  });

  test('is escaped everywhere in the HTML', async () => {
    const evil = '<script>alert("1")</script>';
    await openMailer().send(
      {
        ...testMail,
        subject: evil,
        heading: evil,
        paragraphs: [evil],
        action: { label: evil, url: 'https://club.example/?q="><script>' },
        facts: [{ label: evil, value: evil }],
        footnote: evil,
        secretLink: { label: evil, kind: 'leave', subject: evil },
      },
      ID,
    );
    const { html, text } = readFile(files()[0]!);
    expect(html).not.toMatch(/<script/i);
    expect(html.match(/&lt;script&gt;alert\(&quot;1&quot;\)/g)).toHaveLength(10);
    expect(text).toContain(evil);
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', '/reset-password'])(
    'is refused as the address of a button: %s',
    async (url) => {
      const mail = { ...testMail, action: { label: 'Go', url } };
      await expect(openMailer().send(mail, ID)).rejects.toThrow();
    },
  );
});
