import { createHash } from 'node:crypto';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { eq, sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { exportData } from '#src/features/privacy/data-export/server/export-data.ts';
import { eraseUser } from '#src/features/privacy/erasure/server/erase-user.ts';
import { enforceRetention } from '#src/features/privacy/retention/server/enforce-retention.ts';
import { complaints } from '#src/features/trust/complaints/server/complaints.table.ts';
import { withPolicyVersion } from '#src/features/trust/policies/server/policies.testing.ts';
import { deleteListedFiles } from '#src/platform/storage/deleted-files.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { childSafetyOfficers, escalationEvents, escalations } from './escalations.table.ts';
import { makeOfficer, reportMinor } from './escalations.testing.ts';

const PASSWORD = 'lantern-ferry-orchid';

let app: TestApp;
let officer: TestUser;
let admin: TestUser;
let influencer: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  [officer, admin, influencer] = [
    await app.as('admin'),
    await app.as('admin'),
    await app.as('influencer'),
  ];
  await makeOfficer(app, officer);
});
afterAll(() => app.close());

const create = (complaintId: string, user = officer) =>
  app.call('POST', '/api/escalations', { user, body: { complaintId } });
const open = (id: string, user = officer) =>
  app.call('POST', `/api/escalations/${id}/open`, {
    user,
    body: { reason: 'To prepare the report' },
  });

async function escalate() {
  const reported = await reportMinor(app, influencer);
  const { status, json } = await create(reported.complaintId);
  expect(status).toBe(200);
  return { ...reported, id: json.id as string };
}

const requestPackage = (id: string, user = officer) =>
  app.app.request(`/api/escalations/${id}/package`, {
    method: 'POST',
    headers: { cookie: user.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'For the authority', password: PASSWORD }),
  });

async function unzip(response: Response) {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const reader = new ZipReader(new Uint8ArrayReader(bytes), { password: PASSWORD });
  const files = new Map<string, Buffer>();
  for (const entry of await reader.getEntries()) {
    if (entry.directory) continue;
    files.set(entry.filename, Buffer.from(await entry.getData(new Uint8ArrayWriter())));
  }
  return files;
}

/** Changes the database as somebody could who switches triggers off. */
const tamper = (statement: SQL) =>
  app.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(statement);
  });

const eventsOf = async (id: string) =>
  (await app.db.select().from(escalationEvents).where(eq(escalationEvents.escalationId, id)))
    .toSorted((a, b) => a.number - b.number)
    .map(({ event }) => event);

describe('an escalation', () => {
  test('is created once, with the facts and the files of the post', async () => {
    const { complaintId, postId, id } = await escalate();
    expect((await create(complaintId)).json.id).toBe(id);
    const { json } = await open(id);
    expect(json).toMatchObject({
      complaintId,
      submittedAt: null,
      isChainIntact: true,
      facts: {
        incident: { complaint: expect.stringMatching(/^RP-/) },
        post: { id: postId, caption: 'Reported' },
        account: { email: influencer.email },
      },
      evidence: [
        { source: 'post', bytes: 8, sha256: createHash('sha256').update('original').digest('hex') },
      ],
      custody: [
        { number: 1, event: 'created' },
        { number: 2, event: 'viewed', text: 'To prepare the report' },
      ],
    });
    expect(json.custody[1].actor).toContain(officer.email);
  });

  test('stores its facts sealed', async () => {
    const { id } = await escalate();
    const [row] = await app.db.select().from(escalations).where(eq(escalations.id, id));
    expect(row!.sealedFacts).not.toContain(influencer.email);
  });

  test('needs a complaint about a minor, by its kind or by its decision', async () => {
    const other = await reportMinor(app, influencer, { kind: 'privacy' });
    expect((await create(other.complaintId)).status).toBe(409);
    await app.db
      .update(complaints)
      .set({
        decidedAt: new Date(),
        outcome: 'removed',
        policy: 'minors',
        decisionText: 'A person looks underage.',
      })
      .where(eq(complaints.id, other.complaintId));
    expect((await create(other.complaintId)).status).toBe(200);
  });

  test('does not exist for other admins, who learn nothing', async () => {
    const { complaintId, id } = await escalate();
    const list = await app.call('GET', '/api/escalations', { user: admin });
    expect(list.json).toEqual({ isOfficer: false, escalations: [], hasMore: false });
    for (const response of [
      await create(complaintId, admin),
      await open(id, admin),
      await requestPackage(id, admin),
      await app.call('POST', `/api/escalations/${id}/submission`, {
        user: admin,
        body: { authority: 'NCMEC', reference: '1' },
      }),
      await app.call('POST', `/api/escalations/${id}/preservation`, {
        user: admin,
        body: { until: '2099-01-01', reason: 'Asked' },
      }),
    ]) {
      expect(response.status).toBe(404);
    }
    expect(await eventsOf(id)).toEqual(['created']);
    const own = await app.call('GET', '/api/escalations', { user: officer });
    expect(own.json.escalations[0]).toMatchObject({ id, complaintId, files: 1 });
  });
});

describe('preserved files', () => {
  test('can be viewed by nobody, reused by nobody, and are in no export', async () => {
    const { mediaId } = await reportMinor(app, influencer);
    const before = await viewFile(mediaId);
    expect(before).toBe(200);
    const { mediaId: preserved } = await escalate();
    for (const user of [officer, admin, influencer])
      expect(await viewFile(preserved, user)).toBe(404);
    const reuse = await app.call('POST', '/api/vault/reuse', {
      user: admin,
      body: { ids: [preserved] },
    });
    expect(reuse.status).toBe(409);
    const person = { userId: influencer.id, email: influencer.email, role: 'influencer' } as const;
    const download = await exportData(app.services, { userId: officer.id }, person);
    const chunks: Uint8Array[] = [];
    for await (const chunk of download.chunks) chunks.push(chunk);
    const archive = Buffer.concat(chunks).toString('latin1');
    expect(archive).toContain(mediaId);
    expect(archive).not.toContain(`files/${preserved}`);
  });

  async function viewFile(mediaId: string, user = admin): Promise<number> {
    const { json } = await app.call('GET', '/api/vault', { user });
    const { status } = await app.app.request(`/media/${mediaId}/w320?${json.mediaToken}`, {
      headers: { cookie: user.cookie },
    });
    return status;
  }

  test('keep their post hidden, whatever is decided', async () => {
    const { complaintId, postId } = await escalate();
    const { json } = await app.call('GET', `/api/complaints/${complaintId}`, { user: admin });
    for (const [action, body] of [
      ['restore', {}],
      ['decision', { outcome: 'no_action', policy: 'no_violation', text: 'Everyone is an adult.' }],
    ] as const) {
      const { status } = await app.call('POST', `/api/complaints/${complaintId}/${action}`, {
        user: admin,
        body: await withPolicyVersion(app, 'complaint', { version: json.version, ...body }),
      });
      expect(status, action).toBe(409);
    }
    const [post] = await app.db.select().from(contentPosts).where(eq(contentPosts.id, postId));
    expect(post).toMatchObject({ publishedAt: null, hiddenAt: expect.any(Date) });
  });

  test('survive the deletion of the post and of the account, and nothing else does', async () => {
    const other = await app.as('influencer');
    const preserved = await reportMinor(app, other);
    const { json } = await create(preserved.complaintId);
    const { s3Key: unrelated, id: unrelatedPost } = await reportMinor(app, other).then(
      ({ s3Key, postId }) => ({ s3Key, id: postId }),
    );
    expect(unrelatedPost).not.toBe(preserved.postId);
    await app.db.transaction((tx) => eraseUser(tx, app.services, other.id));
    await deleteListedFiles(app.db, app.storage);
    expect(await app.storage.exists(unrelated)).toBe(false);
    expect(await app.storage.exists(preserved.s3Key)).toBe(true);
    expect(
      await app.db.select().from(contentPosts).where(eq(contentPosts.id, preserved.postId)),
    ).toEqual([]);
    const files = await unzip(await requestPackage(json.id));
    expect([...files.values()].map(String)).toContain('original');
  });

  test.each([
    ['changed', sql`update escalation_files set sha256 = 'x'`],
    ['deleted', sql`delete from escalation_files`],
  ])('are never %s before the preservation ends', async (_, statement) => {
    await escalate();
    await expect(app.db.execute(statement)).rejects.toMatchObject({
      cause: {
        message: 'preserved files are never changed, and deleted only after the preservation',
      },
    });
  });
});

describe('the package', () => {
  test('contains files, facts, a manifest that matches them, and every access', async () => {
    const { id } = await escalate();
    await open(id);
    const files = await unzip(await requestPackage(id));
    const lines = files.get('manifest.sha256')!.toString().trim().split('\n');
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      const [sha256, name] = line.split('  ');
      expect(createHash('sha256').update(files.get(name!)!).digest('hex')).toBe(sha256);
    }
    expect(JSON.parse(files.get('facts.json')!.toString())).toMatchObject({
      account: { email: influencer.email },
    });
    const chain = files.get('chain-of-custody.csv')!.toString();
    for (const event of ['Files and facts preserved', 'Viewed', 'Package downloaded']) {
      expect(chain).toContain(event);
    }
    // The chain starts with the digest of the manifest.
    const digest = createHash('sha256').update(files.get('manifest.sha256')!).digest('hex');
    expect(chain).toContain(`Manifest SHA-256 ${digest}`);
  });

  test('is not completed with a file that differs from what was preserved', async () => {
    const { id, s3Key } = await escalate();
    await app.storage.put(s3Key, 'replaced');
    const response = await requestPackage(id);
    await expect(response.arrayBuffer()).rejects.toThrow('a preserved file has changed');
  });
});

describe('the chain of custody', () => {
  test.each([
    ['changed', sql`update escalation_events set text = 'x'`],
    ['deleted', sql`delete from escalation_events`],
    ['emptied', sql`truncate escalation_events`],
  ])('cannot be %s', async (_, statement) => {
    await escalate();
    await expect(app.db.execute(statement)).rejects.toMatchObject({
      cause: { message: 'the chain of custody is never changed' },
    });
  });

  test.each([
    [
      'a changed entry',
      (id: string) =>
        sql`update escalation_events set actor = 'x' where escalation_id = ${id} and number = 1`,
    ],
    [
      'a removed entry',
      (id: string) => sql`delete from escalation_events where escalation_id = ${id} and number = 2`,
    ],
  ])('shows %s', async (_, statement) => {
    const { id } = await escalate();
    await open(id);
    await open(id);
    await tamper(statement(id));
    expect((await open(id)).json.isChainIntact).toBe(false);
    await tamper(sql`delete from escalation_events where escalation_id = ${id} and number > 1`);
  });

  test('numbers accesses that happen at once one after the other', async () => {
    const { id } = await escalate();
    await Promise.all(Array.from({ length: 6 }, () => open(id)));
    const { json } = await open(id);
    expect(json.isChainIntact).toBe(true);
    expect(json.custody.map(({ number }: { number: number }) => number)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8,
    ]);
  });
});

describe('the preservation', () => {
  const submit = (id: string) =>
    app.call('POST', `/api/escalations/${id}/submission`, {
      user: officer,
      body: { authority: 'NCMEC CyberTipline', reference: '123456' },
    });
  const MONTH = 30 * 86_400_000;

  test('lasts a year after the report, which is recorded once', async () => {
    const { id } = await escalate();
    await tamper(sql`update escalations set created_at = created_at - interval '6 months',
      preserved_until = preserved_until - interval '6 months' where id = ${id}`);
    const { json } = await submit(id);
    expect(json).toMatchObject({
      authority: 'NCMEC CyberTipline',
      authorityReference: '123456',
      custody: [{ event: 'created' }, { event: 'submitted', text: 'NCMEC CyberTipline: 123456' }],
    });
    expect(Date.parse(json.preservedUntil) - Date.now()).toBeGreaterThan(11 * MONTH);
    expect((await submit(id)).status).toBe(409);
  });

  test('can be extended, and not shortened', async () => {
    const { id } = await escalate();
    const extend = (until: string) =>
      app.call('POST', `/api/escalations/${id}/preservation`, {
        user: officer,
        body: { until, reason: 'The authority asked for it' },
      });
    expect((await extend('2099-12-31')).json.preservedUntil).toBe('2099-12-31T23:59:59.999Z');
    expect((await extend('2099-12-30')).status).toBe(400);
    await expect(
      app.db.execute(sql`update escalations set preserved_until = now() where id = ${id}`),
    ).rejects.toMatchObject({ cause: { constraint: 'escalations_preserved_long_enough' } });
  });

  test('ends with the deletion of facts and files, while the chain stays', async () => {
    const { id, postId, s3Key } = await escalate();
    await app.db.delete(complaints);
    await app.db.delete(contentPosts).where(eq(contentPosts.id, postId));
    await tamper(sql`update escalations set created_at = created_at - interval '13 months',
      preserved_until = preserved_until - interval '13 months' where id = ${id}`);
    await enforceRetention(app.services);
    await deleteListedFiles(app.db, app.storage);
    expect(await app.storage.exists(s3Key)).toBe(false);
    const { json } = await open(id);
    expect(json).toMatchObject({ facts: null, evidence: [], isChainIntact: true });
    expect(await eventsOf(id)).toEqual(['created', 'erased', 'viewed']);
    expect((await requestPackage(id)).status).toBe(409);
    expect(await app.db.select().from(contentMedia).where(eq(contentMedia.s3Key, s3Key))).toEqual(
      [],
    );
  });
});

describe('the officers', () => {
  const appoint = (role: string, userId: string | null, user = admin) =>
    app.call('PUT', `/api/child-safety-officers/${role}`, { user, body: { userId } });

  test('are two different admins, appointed by another admin', async () => {
    expect((await appoint('deputy', admin.id)).json.detail).toBe(
      'Another admin has to appoint you',
    );
    expect((await appoint('deputy', (await app.as('staff')).id)).json.detail).toBe(
      'Choose an admin',
    );
    expect((await appoint('deputy', officer.id)).json.detail).toBe(
      'This admin already has the other role',
    );
    const third = await app.as('admin');
    const { json } = await appoint('deputy', third.id);
    expect(json.officers).toHaveLength(2);
    const list = () => app.call('GET', '/api/escalations', { user: third });
    expect((await list()).json.isOfficer).toBe(true);
    await appoint('deputy', null);
    expect((await list()).json.isOfficer).toBe(false);
    expect(await app.db.select().from(childSafetyOfficers)).toHaveLength(1);
  });
});
