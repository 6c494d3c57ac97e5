import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish, subscribe } from '#test/posts.ts';
import { hasS3Server, startS3 } from '#test/s3.ts';

describe.runIf(hasS3Server())('videos in S3', () => {
  let s3: Awaited<ReturnType<typeof startS3>>;
  beforeAll(async () => {
    s3 = await startS3();
  });
  afterAll(() => s3.stop());

  const open = (delivery: string) =>
    createTestApp({
      STORAGE: 's3',
      S3_BUCKET: s3.config.bucket,
      S3_ENDPOINT: s3.config.endpoint!,
      S3_ACCESS_KEY_ID: s3.config.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.config.secretAccessKey,
      MEDIA_DELIVERY: delivery,
    });

  /** A video, a subscriber who may view it, and a fan who may not. */
  async function createVideoScenario(app: TestApp) {
    const influencer = await app.as('influencer');
    const fan = await app.as('subscriber');
    await subscribe(app, fan, influencer);
    const { mediaId } = await publish(app, influencer, {}, '0123456789');
    const unauthorizedFan = await app.as('subscriber');
    const get = async (name: string, user: TestUser) => {
      const { rows } = await app.pool.query<{ id: string }>(
        'select id from sessions where user_id = $1',
        [user.id],
      );
      const address = `/media/${mediaId}/${name}?${app.mediaTokens.issue(rows[0]!.id)}`;
      const headers = { cookie: user.cookie, range: 'bytes=2-5' };
      return app.app.request(address, { headers });
    };
    return { get, fan, unauthorizedFan };
  }

  test('are streamed by the server with range support, as from the disk', async () => {
    const app = await open('stream');
    const { get, fan, unauthorizedFan } = await createVideoScenario(app);
    const part = await get('video.mp4', fan);
    expect([part.status, await part.text()]).toEqual([206, '2345']);
    expect((await get('master.m3u8', fan)).status).toBe(200);
    expect((await get('video.mp4', unauthorizedFan)).status).toBe(404);
    await app.close();
  });

  test('are served by the bucket if so configured, only to authorized viewers and for a limited time', async () => {
    const app = await open('redirect');
    const { get, fan, unauthorizedFan } = await createVideoScenario(app);
    const redirect = await get('video.mp4', fan);
    expect([redirect.status, redirect.headers.get('cache-control')]).toEqual([302, 'no-store']);
    const address = new URL(redirect.headers.get('location')!);
    expect(address.origin).toBe(new URL(s3.config.endpoint!).origin);
    expect(Number(address.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(300);
    const part = await fetch(address, { headers: { range: 'bytes=2-5' } });
    expect([part.status, await part.text()]).toEqual([206, '2345']);
    expect((await get('video.mp4', unauthorizedFan)).status).toBe(404);
    // Players fetch HLS segments with scripts, which must not follow a redirect to another origin.
    expect((await get('h360.mp4', fan)).status).toBe(206);
    expect((await get('w320', fan)).status).toBe(206);
    await app.close();
  });
});
