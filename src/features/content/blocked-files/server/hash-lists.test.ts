import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { publishDuePosts } from '#src/features/content/posts/server/publishing.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish } from '#test/posts.ts';
import { blockedFiles, hashLists, heldFiles } from './blocked-files.table.ts';
import { compareLists } from './compare-lists.ts';

let app: TestApp;
let admin: TestUser;
let staff: TestUser;
let influencer: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  [admin, staff] = [await app.as('admin'), await app.as('staff')];
  influencer = await app.as('influencer');
});
afterAll(() => app.close());

const newHash = () => randomBytes(32).toString('hex');

async function sendFile(text: string, { user = admin, query = 'name=Partner&kind=pdq' } = {}) {
  const response = await app.app.request(`/blocked-hashes?${query}`, {
    method: 'POST',
    headers: { cookie: user.cookie },
    body: text,
  });
  return { status: response.status, json: await response.json() };
}

/** A published post with a picture of these hashes. */
async function addPost(hash: string, sha256 = newHash()) {
  const post = await publish(app, influencer, { mediaType: 'image' });
  await app.db
    .update(contentMedia)
    .set({ perceptualHashes: [hash], sha256 })
    .where(eq(contentMedia.id, post.mediaId));
  return post;
}
const read = async (id: string) => {
  const [post] = await app.db.select().from(contentPosts).where(eq(contentPosts.id, id));
  return post!;
};
const isPublished = async (id: string) => (await read(id)).publishedAt !== null;

describe('a file with a list', () => {
  test('of many hashes is imported whole and once, as one entry of the audit trail', async () => {
    const text = Array.from({ length: 12_000 }, newHash).join('\r\n');
    expect((await sendFile(text)).json).toEqual({ added: 12_000, known: 0, problems: [] });
    expect((await sendFile(text)).json).toEqual({ added: 0, known: 12_000, problems: [] });
    const [first] = await app.db.select().from(hashLists).where(eq(hashLists.hashCount, 12_000));
    expect(first).toMatchObject({ name: 'Partner', kind: 'pdq', importedBy: admin.id });
    const entries = await app.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'created'));
    expect(entries.map(({ entity }) => entity)).toEqual(['hash_lists', 'hash_lists']);
  });

  test('with a line that is no hash adds nothing and names the line', async () => {
    const before = await app.db.select().from(hashLists);
    const { json } = await sendFile(`${newHash()}\nnot a hash\n${newHash()}`);
    expect(json).toEqual({ added: 0, known: 0, problems: [{ line: 2, text: 'not a hash' }] });
    expect(await app.db.select().from(hashLists)).toHaveLength(before.length);
  });

  test.each([
    ['without a name', 'name=&kind=pdq', 400],
    ['of an unknown kind', 'name=Partner&kind=md5', 400],
  ])('%s is refused', async (_name, query, status) => {
    expect((await sendFile(newHash(), { query })).status).toBe(status);
  });

  test('is accepted from admins only', async () => {
    expect((await sendFile(newHash(), { user: staff })).status).toBe(403);
  });
});

describe('a stored file that a list contains', () => {
  /** The same picture, of which some bits differ. */
  const near = (hash: string) =>
    `${hash.slice(0, -4)}${hash.at(-4) === '0' ? 'f' : '0'}${hash.slice(-3)}`;

  test.each([
    ['by its look', 'pdq', ({ hash }: { hash: string; sha256: string }) => near(hash)],
    ['by its bytes', 'sha256', ({ sha256 }: { hash: string; sha256: string }) => sha256],
  ])('%s takes its post down until somebody has checked it', async (_name, kind, listed) => {
    const values = { hash: newHash(), sha256: newHash() };
    const post = await addPost(values.hash, values.sha256);
    const other = await addPost(newHash());
    const before = (await read(post.id)).publishedAt;
    await sendFile(listed(values), { query: `name=Partner&kind=${kind}` });
    expect(await isPublished(post.id)).toBe(true);
    await compareLists(app.services);
    expect([await isPublished(post.id), await isPublished(other.id)]).toEqual([false, true]);

    const { json } = await app.call('GET', '/api/blocked-files?state=held', { user: admin });
    expect(json.rows).toMatchObject([{ heldCount: 1 }]);
    const address = `/api/blocked-files/${json.rows[0].id}`;
    const { held } = (await app.call('GET', address, { user: admin })).json;
    expect(held).toMatchObject([{ postId: post.id, releasedAt: null }]);
    const release = () =>
      app.call('POST', `/api/held-files/${held[0].id}/release`, {
        user: admin,
        body: { reason: 'Another picture' },
      });
    expect((await release()).status).toBe(200);
    expect((await release()).json.code).toBe('not-allowed-in-state');
    await publishDuePosts(app.services);
    expect((await read(post.id)).publishedAt).toEqual(before);
    await compareLists(app.services);
    expect(await isPublished(post.id)).toBe(true);
  });

  describe('is published by no path', () => {
    let post: { id: string; mediaId: string };
    let hash: string;
    beforeAll(async () => {
      hash = newHash();
      post = await addPost(hash);
      await sendFile(hash);
      await compareLists(app.services);
    });

    test('and the studio says why', async () => {
      const { json } = await app.call('GET', `/api/posts/${post.id}`, { user: staff });
      expect(json.post).toMatchObject({
        state: 'scheduled',
        obstacles: [{ obstacle: 'held-file', performerId: null }],
      });
    });

    test('the job, and publishing many', async () => {
      await publishDuePosts(app.services);
      const body = { ids: [post.id] };
      const { json } = await app.call('POST', '/api/posts/publish', { user: staff, body });
      expect(json.refused).toMatchObject([{ reason: expect.stringContaining('matches a list') }]);
      expect(await isPublished(post.id)).toBe(false);
    });

    test('SQL, and an insertion into a published post', async () => {
      const publishing = app.db.update(contentPosts).set({ publishedAt: new Date() });
      await expect(publishing.where(eq(contentPosts.id, post.id))).rejects.toMatchObject({
        cause: { constraint: 'content_posts_without_held_file' },
      });
      const other = await publish(app, influencer);
      await app.db
        .update(contentMedia)
        .set({ postId: other.id, displayOrder: 1 })
        .where(eq(contentMedia.id, post.mediaId));
      expect(await isPublished(other.id)).toBe(false);
    });

    test('a copy from the vault', async () => {
      const copy = await publish(app, influencer);
      await app.db
        .update(contentMedia)
        .set({ s3Key: sql`(select s3_key from content_media where id = ${post.mediaId})` })
        .where(eq(contentMedia.id, copy.mediaId));
      const publishing = app.db
        .update(contentPosts)
        .set({ publishedAt: null })
        .where(eq(contentPosts.id, copy.id));
      await publishing;
      await publishDuePosts(app.services);
      expect(await isPublished(copy.id)).toBe(false);
    });
  });

  test('is free once the block is lifted', async () => {
    const hash = newHash();
    const post = await addPost(hash);
    await sendFile(hash);
    await compareLists(app.services);
    expect(await isPublished(post.id)).toBe(false);
    const [block] = await app.db
      .select({ id: heldFiles.blockedFileId })
      .from(heldFiles)
      .where(eq(heldFiles.mediaId, post.mediaId));
    await app.call('POST', `/api/blocked-files/${block!.id}/lift`, {
      user: admin,
      body: { reason: 'Withdrawn by the partner' },
    });
    await publishDuePosts(app.services);
    expect(await isPublished(post.id)).toBe(true);
  });

  test('is compared once with each list', async () => {
    const open = await app.db
      .select()
      .from(hashLists)
      .where(sql`compared_at is null`);
    expect(open).toEqual([]);
    expect(
      await app.db
        .select()
        .from(blockedFiles)
        .where(sql`list_id is null`),
    ).toEqual([]);
  });
});
