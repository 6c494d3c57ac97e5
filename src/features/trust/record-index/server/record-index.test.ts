import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import {
  insertCheck,
  insertPerformer,
} from '#src/features/agency/performers/server/performers.testing.ts';
import { registerInfluencer } from '#src/features/content/consents/server/consents.testing.ts';
import { postPeople } from '#src/features/content/posts/server/post-people.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { eraseUser } from '#src/features/privacy/erasure/server/erase-user.ts';
import { enforceRetention } from '#src/features/privacy/retention/server/enforce-retention.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish } from '#test/posts.ts';
import { removedWorkPeople, removedWorks } from './removed-works.table.ts';

let app: TestApp;
let staff: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
});
afterAll(() => app.close());

const parseCsv = (text: string) =>
  text
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));

async function csv(path: string): Promise<string[][]> {
  const response = await app.app.request(path, { headers: { cookie: staff.cookie } });
  expect(response.status).toBe(200);
  return parseCsv(await response.text());
}

/** A published post of a new influencer, with a co-performer who has one other name. */
async function addWork(surname: string) {
  const influencer = await app.as('influencer');
  const ownId = await registerInfluencer(app, influencer);
  await app.db
    .update(performers)
    .set({ legalSurname: `${surname} Host`, fullName: `Host of ${surname}`, aliases: [] })
    .where(eq(performers.id, ownId));
  const guestId = await insertPerformer(app.db, influencer.id, {
    legalSurname: `${surname} Guest`,
    legalGivenNames: 'Ida',
    fullName: `Guest ${surname}`,
    aliases: [`Other ${surname}`],
  });
  const { id: postId } = await publish(app, influencer, { caption: `${surname} scene\nMore` });
  await app.db.insert(postPeople).values({ postId, performerId: guestId });
  return { influencer, ownId, guestId, postId };
}

const address = (influencer: TestUser, postId: string) =>
  `${app.config.publicUrl}/subscriptions/${influencer.id}?post=${postId}`;

describe('the index by name', () => {
  test('has a line for every name and every work of its performer, in alphabetical order', async () => {
    const { influencer, postId } = await addWork('Quist');
    const lines = await csv('/api/record-names.csv?search=quist');
    expect(lines.slice(1).map(([name, kind]) => [name, kind])).toEqual([
      ['Guest Quist', 'Known as'],
      ['Host of Quist', 'Known as'],
      ['Other Quist', 'Other name'],
      // The surname and the given names are one cell.
      ['"Quist Guest', ' Ida"'],
      ['"Quist Host', ' Marianne"'],
    ]);
    for (const line of lines.slice(1)) {
      expect(line.join(',')).toContain(`Quist scene,${address(influencer, postId)}`);
    }
  });

  test('lists each name once for its performer, with the number of works', async () => {
    const influencer = await app.as('influencer');
    const names = { fullName: 'Vesper Lind', aliases: ['VESPER LIND', 'vesper lind'] };
    await insertPerformer(app.db, influencer.id, names);
    const { json } = await app.call('GET', '/api/record-names?search=vesper', { user: staff });
    expect(json.rows).toMatchObject([{ name: 'Vesper Lind', kind: 'known-as', works: 0 }]);
  });
});

describe('the index by work', () => {
  test('names everybody in a work, and finds it by its address', async () => {
    const { influencer, postId } = await addWork('Rook');
    const search = encodeURIComponent(address(influencer, postId));
    const { json } = await app.call('GET', `/api/record-works?search=${search}`, { user: staff });
    expect(json.rows).toMatchObject([
      {
        title: 'Rook scene',
        address: address(influencer, postId),
        removedAt: null,
        people: [{ legalSurname: 'Rook Guest' }, { legalSurname: 'Rook Host' }],
      },
    ]);
    const lines = await csv(`/api/record-works.csv?search=${postId}`);
    expect(lines.slice(1).map((line) => line.at(-2))).toEqual(['Rook Guest', 'Rook Host']);
  });

  test('contains hidden works, and no drafts', async () => {
    const { influencer, postId } = await addWork('Sable');
    await app.db
      .update(contentPosts)
      .set({ publishedAt: null, hiddenAt: new Date() })
      .where(eq(contentPosts.id, postId));
    await app.db
      .insert(contentPosts)
      .values({ influencerId: influencer.id, caption: 'Sable draft' });
    const { json } = await app.call('GET', '/api/record-works?search=sable', { user: staff });
    expect(json.rows).toMatchObject([{ id: postId }]);
  });
});

describe('a removed work', () => {
  test('stays in both indexes, with its people', async () => {
    const { influencer, guestId, ownId, postId } = await addWork('Thorn');
    await app.db.delete(contentPosts).where(eq(contentPosts.id, postId));
    const { json } = await app.call('GET', `/api/record-works?state=removed&performer=${guestId}`, {
      user: staff,
    });
    expect(json.rows).toMatchObject([
      { id: postId, address: address(influencer, postId), removedAt: expect.any(String) },
    ]);
    expect(json.rows[0].people.map(({ id }: { id: string }) => id)).toEqual([guestId, ownId]);
    const names = await app.call('GET', '/api/record-names?search=thorn', { user: staff });
    expect(names.json.rows.map(({ works }: { works: number }) => works)).toEqual([1, 1, 1, 1, 1]);
  });

  test('outlives the account of its influencer', async () => {
    const { influencer, guestId, ownId, postId } = await addWork('Umber');
    await app.db.transaction((tx) => eraseUser(tx, app.services, influencer.id));
    const people = await app.db
      .select({ id: removedWorkPeople.performerId })
      .from(removedWorkPeople)
      .where(eq(removedWorkPeople.workId, postId));
    expect(people.map(({ id }) => id).toSorted()).toEqual([guestId, ownId].toSorted());
  });

  test('retains the records of its people for 84 months, however long ago they were archived', async () => {
    const { guestId, postId } = await addWork('Vale');
    await app.db.delete(contentPosts).where(eq(contentPosts.id, postId));
    await app.db
      .update(performers)
      .set({ archivedAt: sql`now() - interval '85 months'` })
      .where(eq(performers.id, guestId));
    const isRetained = async () =>
      (await app.db.select().from(performers).where(eq(performers.id, guestId))).length === 1;
    await enforceRetention(app.services);
    expect(await isRetained()).toBe(true);
    await app.db
      .update(removedWorks)
      .set({ removedAt: sql`now() - interval '85 months'` })
      .where(eq(removedWorks.id, postId));
    await enforceRetention(app.services);
    expect(await isRetained()).toBe(false);
  });

  test('is recorded only if it was published', async () => {
    const influencer = await app.as('influencer');
    const [draft] = await app.db
      .insert(contentPosts)
      .values({ influencerId: influencer.id, caption: 'Never published' })
      .returning({ id: contentPosts.id });
    await app.db.delete(contentPosts).where(eq(contentPosts.id, draft!.id));
    expect(await app.db.select().from(removedWorks).where(eq(removedWorks.id, draft!.id))).toEqual(
      [],
    );
  });
});

describe('an archive of records', () => {
  const PASSWORD = 'lantern-ferry-orchid';

  const request = (user: TestUser, body: object) =>
    app.app.request('/api/record-archive', {
      method: 'POST',
      headers: { cookie: user.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'Inspection of November', password: PASSWORD, ...body }),
    });

  test('contains the copies of documents, and opens with the password alone', async () => {
    const { guestId } = await addWork('Wren');
    await insertCheck(app, guestId, null);
    const response = await request(staff, { performerIds: [guestId] });
    expect(response.status).toBe(200);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const open = async (password: string) => {
      const entries = await new ZipReader(new Uint8ArrayReader(bytes), { password }).getEntries();
      const files = new Map<string, Buffer>();
      for (const entry of entries) {
        if (entry.directory) continue;
        expect(entry.encrypted && !entry.zipCrypto, entry.filename).toBe(true);
        files.set(entry.filename, Buffer.from(await entry.getData(new Uint8ArrayWriter())));
      }
      return files;
    };
    const files = await open(PASSWORD);
    const pictures = [...files].filter(([name]) => name.startsWith(`documents/${guestId}/`));
    expect(pictures).toHaveLength(2);
    for (const [, picture] of pictures) expect(picture.subarray(8, 12).toString()).toBe('WEBP');
    expect(files.get('performers.csv')!.toString()).toContain(
      'Wren Guest,Ida,Guest Wren,Other Wren',
    );
    expect(files.get('documents.csv')!.toString()).toContain('Passport,FR,20AB12345,2099-01-31');
    expect(files.get('works.csv')!.toString()).toContain('Wren scene');
    await expect(open('another-password')).rejects.toThrow();
  });

  test('is in the audit trail of each performer with its reason, without the password', async () => {
    const { guestId, ownId } = await addWork('Yarrow');
    await (await request(staff, { performerIds: [guestId, ownId] })).arrayBuffer();
    for (const id of [guestId, ownId]) {
      const [entry] = await app.db
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.entityId, id))
        .orderBy(sql`at desc`)
        .limit(1);
      expect(entry).toMatchObject({
        action: 'exported',
        actorId: staff.id,
        after: { reason: 'Inspection of November' },
      });
    }
    const { rows } = await app.db.execute(
      sql`select from ${auditEntries} where ${auditEntries}::text like ${`%${PASSWORD}%`}`,
    );
    expect(rows).toEqual([]);
  });

  test.each([
    ['no reason', { reason: ' ' }, 400],
    ['a short password', { password: 'short' }, 400],
    ['an unknown performer', { performerIds: ['7b0a4b1e-4a3d-4c0f-8f0a-2f6a1f2f9a10'] }, 404],
  ])('is refused with %s', async (_, body, status) => {
    const { guestId } = await addWork('Zephyr');
    expect((await request(staff, { performerIds: [guestId], ...body })).status).toBe(status);
  });
});
