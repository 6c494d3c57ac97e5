import { createHash, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import type { OwnAgreement } from '../agreements.schema.ts';
import { sendAgreementCopy } from './agreement-mails.ts';
import { agreementVersions, signedAgreements } from './agreements.table.ts';
import {
  COUNTERSIGNED,
  insertSigned,
  makeSigner,
  publishVersion,
  TEMPLATE,
} from './agreements.testing.ts';

let app: TestApp;
let admin: TestUser;
let influencer: TestUser;
beforeAll(async () => {
  app = await createTestApp({ AGENCY_NAME: 'Velvet House' });
  admin = await app.as('admin');
  await app.db.update(users).set({ name: 'Bastian Holloway' }).where(eq(users.id, admin.id));
});
beforeEach(async () => {
  await app.db.execute(sql`truncate signed_agreements, agreement_versions cascade`);
  influencer = await app.as('influencer');
});
afterAll(() => app.close());

const DAY = 86_400_000;
const dayAfter = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

const draft = (body: object, user = admin) =>
  app.call('POST', '/api/agreement-versions', { user, body });
const publishDraft = (id: string, body: object) =>
  app.call('POST', `/api/agreement-versions/${id}/publish`, { user: admin, body });
const own = async (user = influencer): Promise<OwnAgreement> =>
  (await app.call('GET', '/api/own-agreement', { user })).json;
const sign = async (changed: object = {}, user = influencer) => {
  const { toSign } = await own(user);
  const { versionId, sha256 } = toSign ?? { versionId: randomUUID(), sha256: '0'.repeat(64) };
  const body = { versionId, sha256, name: 'marianne valdecourt', ...changed };
  return app.call('POST', '/api/own-agreement/sign', { user, body });
};
const countersign = (ids: string[], name = 'Bastian Holloway', user = admin) =>
  app.call('POST', '/api/signed-agreements/countersign', { user, body: { ids, name } });
const stateOf = async ({ id }: Pick<TestUser, 'id'>) => {
  const { rows } = await app.db.execute(sql`select creator_agreement_state(${id}) as state`);
  return rows[0]!.state;
};

describe('templates', () => {
  test('a draft becomes the current version once it is published, and never changes again', async () => {
    const created = await draft({ kind: 'creator-agreement', text: TEMPLATE });
    expect(created.json).toMatchObject({ number: 1, version: 1, isCurrent: false });
    const { id } = created.json;
    const text = `${TEMPLATE} More.`;
    const body = { kind: 'creator-agreement', text, version: 1 };
    const changed = await app.call('PATCH', `/api/agreement-versions/${id}`, { user: admin, body });
    expect(changed.json).toMatchObject({ version: 2, text });
    const again = await app.call('PATCH', `/api/agreement-versions/${id}`, { user: admin, body });
    expect(again.json.code).toBe('conflict');
    const published = await publishDraft(id, { version: 2, signBy: null });
    expect(published.json).toMatchObject({ isCurrent: true, publishedBy: 'Bastian Holloway' });
    await publishVersion(app);
    const { versions } = (await app.call('GET', '/api/agreement-versions', { user: admin })).json;
    expect(versions).toMatchObject([
      { number: 2, isCurrent: true },
      { number: 1, isCurrent: false, signatures: 0 },
    ]);
    const late = await app.call('PATCH', `/api/agreement-versions/${id}`, {
      user: admin,
      body: { ...body, version: 3 },
    });
    expect(late.json.code).toBe('not-allowed-in-state');
    const deleted = await app.call('DELETE', `/api/agreement-versions/${id}`, { user: admin });
    expect(deleted.json.code).toBe('not-allowed-in-state');
  });

  test.each([
    ['changed', sql`update agreement_versions set text = 'x'`],
    ['deleted', sql`delete from agreement_versions`],
  ])('the database refuses that a published version is %s', async (_, statement) => {
    await publishVersion(app);
    await expect(app.db.execute(statement)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('never changed') },
    });
  });

  test('there is one draft of each kind at a time', async () => {
    const body = { kind: 'model-release', text: '{{legal_name}}' };
    const answers = await Promise.all([draft(body), draft(body), draft(body)]);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
    expect((await draft({ ...body, kind: 'creator-agreement' })).status).toBe(200);
  });

  test.each([
    ['{{legal_name}} {{fee}}', 'Unknown placeholder: {{fee}}'],
    ['{{legal_name}} {{period}}', 'Unknown placeholder: {{period}}'],
    ['No name', 'Name who signs: use the placeholder {{legal_name}}'],
    [' ', 'Enter the text of the agreement'],
  ])('the text "%s" is refused: %s', async (text, message) => {
    const { status, json } = await draft({ kind: 'creator-agreement', text });
    expect([status, json.detail]).toEqual([400, message]);
  });

  test('the day to sign again is neither in the past nor set for releases', async () => {
    const { json } = await draft({ kind: 'creator-agreement', text: TEMPLATE });
    const past = await publishDraft(json.id, { version: 1, signBy: dayAfter(-1) });
    expect(past.json.detail).toBe('Choose a day that is not in the past');
    const release = await draft({ kind: 'model-release', text: '{{legal_name}}' });
    const ended = await publishDraft(release.json.id, { version: 1, signBy: dayAfter(9) });
    expect(ended.json.detail).toBe('Signed releases count without an end');
  });
});

describe('signing', () => {
  test('the signature stores the text that was shown, its hash, and from where it came', async () => {
    const versionId = await publishVersion(app);
    await makeSigner(app, influencer);
    const { toSign } = await own();
    const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
    const text = `# Agreement\n\nVelvet House and Marianne Valdecourt, 80%, ${today.format(new Date())}.`;
    expect(toSign).toMatchObject({ versionId, number: 1, text, legalName: 'Marianne Valdecourt' });
    const signed = await sign();
    expect(signed.json).toMatchObject({ toSign: null, signed: [{ number: 1 }] });
    const [stored] = await app.db.select().from(signedAgreements);
    expect(stored).toMatchObject({
      text,
      sha256: createHash('sha256').update(text).digest('hex'),
      signedName: 'marianne valdecourt',
      signedBy: influencer.id,
      address: 'local',
      countersignedAt: null,
    });
  });

  test('a repeated request signs once', async () => {
    await publishVersion(app);
    await makeSigner(app, influencer);
    const { toSign } = await own();
    const body = { ...toSign, name: 'Marianne Valdecourt' };
    const again = () => app.call('POST', '/api/own-agreement/sign', { user: influencer, body });
    const answers = await Promise.all([again(), again(), again()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await app.db.select().from(signedAgreements)).toHaveLength(1);
  });

  test('another name, another text and another version are refused', async () => {
    await publishVersion(app);
    await makeSigner(app, influencer);
    const name = await sign({ name: 'Mara Vale' });
    expect(name.json).toMatchObject({ code: 'invalid-input', errors: [{ path: 'name' }] });
    expect((await sign({ sha256: 'a'.repeat(64) })).json.code).toBe('conflict');
    const before = await own();
    await publishVersion(app);
    const { versionId, sha256 } = before.toSign!;
    expect((await sign({ versionId, sha256 })).json.code).toBe('conflict');
    expect(await app.db.select().from(signedAgreements)).toHaveLength(0);
  });

  test('nobody signs without a record in the register or without a plan', async () => {
    await publishVersion(app);
    expect(await own()).toMatchObject({ toSign: null, obstacle: 'not-registered' });
    const id = await makeSigner(app, influencer);
    await app.db.execute(
      sql`delete from subscription_plans where influencer_id = ${influencer.id}`,
    );
    expect(await own()).toMatchObject({ toSign: null, obstacle: 'no-plan' });
    expect((await sign()).json.code).toBe('not-allowed-in-state');
    await app.db.update(performers).set({ archivedAt: new Date() }).where(eq(performers.id, id));
    expect(await own()).toMatchObject({ obstacle: 'not-registered' });
  });

  test('a new version is signed again only if it sets a day, and until then the old one counts', async () => {
    const versionId = await publishVersion(app);
    const performerId = await makeSigner(app, influencer);
    await insertSigned(app, { performerId, influencerId: influencer.id, versionId }, COUNTERSIGNED);
    await publishVersion(app);
    expect((await own()).toSign).toBeNull();
    await publishVersion(app, 'creator-agreement', { signBy: dayAfter(9) });
    await publishVersion(app, 'creator-agreement', { signBy: dayAfter(20) });
    expect((await own()).toSign).toMatchObject({ number: 4, signBy: dayAfter(9) });
    expect(await stateOf(influencer)).toBe('in-force');
    await publishVersion(app, 'creator-agreement', {
      signBy: dayAfter(-1),
      publishedAt: new Date(Date.now() - 9 * DAY),
    });
    expect(await stateOf(influencer)).toBe('outdated');
    await sign();
    expect(await stateOf(influencer)).toBe('not-countersigned');
  });
});

async function signedOf(user = influencer) {
  const versionId = await publishVersion(app);
  const performerId = await makeSigner(app, user);
  const id = await insertSigned(
    app,
    { performerId, influencerId: user.id, versionId },
    { signedBy: user.id },
  );
  return { id, performerId, versionId };
}

describe('countersigning', () => {
  test('an admin countersigns many at once, and the signer is mailed the document', async () => {
    const [first, second] = [await signedOf(), await signedOf(await app.as('influencer'))];
    const unknown = randomUUID();
    const { json } = await countersign([first.id, second.id, unknown]);
    expect(json).toEqual({
      changed: [first.id, second.id],
      refused: [{ id: unknown, reason: 'Agreement not found' }],
    });
    expect(await stateOf(influencer)).toBe('in-force');
    const { rows } = await app.db.execute<{ data: { to: string; agreementId: string } }>(
      sql`select data from jobs.job where name = 'agreement-mail' order by data ->> 'to'`,
    );
    const ofFirst = rows.filter(({ data }) => data.agreementId === first.id);
    const recipients = ofFirst.map(({ data }) => data.to).toSorted();
    expect(recipients).toEqual([influencer.email]);
    const again = await countersign([first.id]);
    expect(again.json.refused).toEqual([
      { id: first.id, reason: 'This agreement was countersigned already' },
    ]);
  });

  test('the name has to be that of the account', async () => {
    const { id } = await signedOf();
    const { json } = await countersign([id], 'Somebody Else');
    expect(json).toMatchObject({ code: 'invalid-input', errors: [{ path: 'name' }] });
  });

  test('the mail has the document attached', async () => {
    const { id } = await signedOf();
    await countersign([id]);
    const sent: { to: string; files: string[] }[] = [];
    const services = {
      pool: app.services.pool,
      config: app.services.config,
      mail: {
        async send(
          mail: { to: string },
          _id: string,
          attachments: { fileName: string; content: Buffer }[] = [],
        ) {
          const files = attachments.map(({ fileName, content }) => {
            expect(content.subarray(0, 5).toString()).toBe('%PDF-');
            return fileName;
          });
          sent.push({ to: mail.to, files });
        },
      },
    };
    const copy = { agreementId: id, to: influencer.email };
    await sendAgreementCopy(services, copy, randomUUID());
    const files = [`creator-agreement-${id.slice(0, 8)}.pdf`];
    expect(sent).toEqual([{ to: influencer.email, files }]);
  });
});

describe('evidence', () => {
  test.each([
    ['changed', sql`update signed_agreements set signed_name = 'x'`],
    ['moved', sql`update signed_agreements set influencer_id = null`],
    ['deleted', sql`delete from signed_agreements`],
  ])('a signed agreement cannot be %s', async (_, statement) => {
    await signedOf();
    await expect(app.db.execute(statement)).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/never (changed|deleted)/) },
    });
  });

  test('a countersignature cannot be changed', async () => {
    const { id } = await signedOf();
    await countersign([id]);
    const change = sql`update signed_agreements set countersigned_name = 'x'`;
    await expect(app.db.execute(change)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('never changed') },
    });
  });

  test('the hash is that of the text, and only a published version of the kind is signed', async () => {
    const { performerId, versionId } = await signedOf();
    const signed = { performerId, influencerId: influencer.id, versionId };
    await expect(insertSigned(app, signed, { sha256: 'a'.repeat(64) })).rejects.toMatchObject({
      cause: { constraint: 'signed_agreements_sha256_check' },
    });
    const [unpublished] = await app.db
      .insert(agreementVersions)
      .values({ kind: 'creator-agreement', number: 9, text: 'x' })
      .returning();
    for (const wrong of [{ versionId: unpublished!.id }, { kind: 'model-release' as const }]) {
      await expect(insertSigned(app, { ...signed, ...wrong }, wrong)).rejects.toMatchObject({
        cause: { constraint: 'signed_agreements_published' },
      });
    }
  });

  test('it outlives the account of the influencer, and ends with the record in the register', async () => {
    const { id, performerId } = await signedOf();
    await app.db.delete(users).where(eq(users.id, influencer.id));
    const { json } = await app.call('GET', `/api/signed-agreements/${id}`, { user: admin });
    expect(json).toMatchObject({ influencer: null, signedName: 'Marianne Valdecourt' });
    await app.db.delete(performers).where(eq(performers.id, performerId));
    expect(await app.db.select().from(signedAgreements)).toEqual([]);
  });
});

describe('lists', () => {
  test('signed agreements are found by name and state', async () => {
    const { id } = await signedOf();
    const list = async (query: string) => {
      const address = `/api/signed-agreements?${query}`;
      const { json } = await app.call('GET', address, { user: admin });
      return json.rows.map((row: { id: string }) => row.id);
    };
    expect(await list('search=VALDEC')).toEqual([id]);
    expect(await list('search=nobody')).toEqual([]);
    expect(await list('state=waiting&kind=creator-agreement')).toEqual([id]);
    expect(await list('kind=model-release')).toEqual([]);
    await countersign([id]);
    expect(await list('state=waiting')).toEqual([]);
    expect(await list('state=complete&sort=name')).toEqual([id]);
  });

  test('influencers without an agreement in force are listed with what is missing', async () => {
    await publishVersion(app);
    await app.db
      .update(profiles)
      .set({ fullName: `Missing ${influencer.id}` })
      .where(eq(profiles.id, influencer.id));
    const missing = async () => {
      const address = `/api/missing-agreements?search=${influencer.id}`;
      return (await app.call('GET', address, { user: admin })).json.rows;
    };
    expect(await missing()).toMatchObject([{ state: 'not-signed', obstacle: 'not-registered' }]);
    const performerId = await makeSigner(app, influencer);
    expect(await missing()).toMatchObject([{ state: 'not-signed', obstacle: null }]);
    await sign();
    expect(await missing()).toMatchObject([{ state: 'not-countersigned' }]);
    const [signed] = await app.db
      .select()
      .from(signedAgreements)
      .where(eq(signedAgreements.performerId, performerId));
    await countersign([signed!.id]);
    expect(await missing()).toEqual([]);
  });

  test('influencers read their own document, and the file contains what was signed', async () => {
    const { id } = await signedOf();
    const path = `/api/signed-agreements/${id}/document.pdf`;
    const response = await app.app.request(path, { headers: { cookie: influencer.cookie } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
  });
});
