import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createUploadedFile } from '#test/posts.ts';
import { explainStatement, recordStatements } from '../../../../../scripts/scale/explain.ts';
import { blockedFiles, blockedUploads } from './blocked-files.table.ts';
import { isBlocked } from './find-blocked.ts';

let app: TestApp;
let influencer: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  influencer = await app.as('influencer');
});
beforeEach(() => app.db.delete(blockedFiles));
afterAll(() => app.close());

const BITS = 256;
const newHash = () => randomBytes(BITS / 8).toString('hex');

/** The hash with other bits in these places. */
function flip(hash: string, places: number[]): string {
  const bytes = Buffer.from(hash, 'hex');
  for (const place of places) bytes[place >> 3]! ^= 0x80 >> (place & 7);
  return bytes.toString('hex');
}

const block = (files: { id: string; hash: string }[]) =>
  app.db.execute(sql`
    with files as (
      select * from json_to_recordset(${JSON.stringify(files)}::json) files (id uuid, hash text)
    ), blocked as (
      insert into blocked_files (id, source, name, reason, hash_count)
      select id, 'list', 'Partner', 'On a list', 1 from files
    )
    insert into blocked_hashes (blocked_file_id, position, hash)
    select id, 0, ('x' || hash)::bit(256) from files`);

async function upload(...turnedHashes: string[]): Promise<boolean> {
  const id = await createUploadedFile(app, influencer);
  return isBlocked(app.db, id, { sha256: newHash(), perceptualHashes: [], turnedHashes });
}

test('finds every blocked hash that differs in at most 31 bits, wherever they are, and no other', async () => {
  const places = Array.from({ length: BITS }, (_, place) => place);
  const differences = fc.shuffledSubarray(places, { minLength: 20, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.array(differences, { minLength: 1, maxLength: 20 }), async (changes) => {
      await app.db.delete(blockedFiles);
      const [own, turned] = [newHash(), newHash()];
      const files = changes.map((flipped, number) => ({
        id: randomUUID(),
        hash: flip(number % 2 === 0 ? own : turned, flipped),
        distance: flipped.length,
      }));
      await block(files);
      const near = files.filter(({ distance }) => distance <= 31);
      expect(await upload(own, turned)).toBe(near.length > 0);
      const found = await app.db
        .select({ id: blockedUploads.blockedFileId, distance: blockedUploads.distance })
        .from(blockedUploads);
      const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
      expect(found.toSorted(byId)).toEqual(
        near.map(({ id, distance }) => ({ id, distance })).toSorted(byId),
      );
    }),
    { numRuns: 20 },
  );
});

test('an upload reads few of many blocked hashes', async () => {
  const hashes = Array.from({ length: 4_000 }, newHash);
  await block(hashes.map((hash) => ({ id: randomUUID(), hash })));
  await app.db.execute(sql`analyze blocked_hashes`);
  const sent = recordStatements(app.pool);
  expect(await upload(flip(hashes[0]!, [0, 100, 200]), newHash())).toBe(true);
  const client = await app.pool.connect();
  try {
    const statement = sent.find(({ text }) => text.includes('bit_count'))!;
    const { rows, scanned } = await explainStatement(client, statement);
    expect([...scanned.keys()]).not.toContain('blocked_hashes');
    expect(rows.get('blocked_hashes')).toBeLessThan(200);
  } finally {
    client.release();
  }
});
