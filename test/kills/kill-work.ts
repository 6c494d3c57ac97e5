import { randomInt, randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { expect } from 'vitest';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { readUploadId } from '#src/features/content/media/server/upload-ids.ts';
import {
  credentials,
  userRoles,
  users,
} from '#src/features/identity/accounts/server/accounts.table.ts';
import type { TestApp, TestUser } from '#test/harness.ts';
import {
  count,
  createInfluencer,
  pay,
  post,
  send,
  startCheckout,
  type Work,
} from './kill-client.ts';
import { loseReport, payOnce, refund, subscribe } from './kill-payments.ts';
import { correct, payByFile, runPayouts } from './kill-payouts.ts';
import { movePrices } from './kill-prices.ts';
import { deliverReports } from './kill-reports.ts';

const TUS = { 'tus-resumable': '1.0.0' };

/** Everything that moves money or files, each time by new people, because calls are limited. */
export async function createWork(app: TestApp) {
  const influencers = await Promise.all([1, 2, 3].map(() => createInfluencer(app)));
  const anyInfluencer = () => influencers[randomInt(influencers.length)]!;
  const picture = await sharp({
    create: { width: 400, height: 300, channels: 3, background: '#503040' },
  })
    .jpeg()
    .toBuffer();
  const prices = movePrices(app);
  const work: Record<string, Work> = {
    'sign-up': signUp(app),
    'upload and publication': uploadAndPublish(app, { picture, anyInfluencer }),
    checkout: subscribe(app, anyInfluencer),
    'checkout, left by the fan': payOnce(app, anyInfluencer),
    'checkout, its report lost': loseReport(app, anyInfluencer),
    webhook: deliverReports(app),
    refund: refund(app, influencers),
    'price move': prices.work,
    'payout run': runPayouts(app),
    'file to the bank, and its report': payByFile(app),
    correction: correct(app),
    deletion: deleteFan(app, anyInfluencer),
  };
  return { work, prices };
}

function signUp(app: TestApp): Work {
  return async (url, sent) => {
    const email = `killed-${randomUUID()}@example.test`;
    await post(url, '/api/fans', null, {
      email,
      password: 'correct-horse',
      gender: 'female',
      sexualPreference: 'bisexual',
      dateOfBirth: '1990-05-17',
      preferences: ['Fitness'],
    });
    sent({
      check: async () => {
        const found = await app.db
          .select({ role: userRoles.role })
          .from(users)
          .innerJoin(userRoles, eq(userRoles.userId, users.id))
          .innerJoin(credentials, eq(credentials.userId, users.id))
          .where(eq(users.email, email));
        expect(found).toEqual([{ role: 'subscriber' }]);
      },
    });
  };
}

type Publication = { picture: Buffer; anyInfluencer: () => TestUser };

function uploadAndPublish(app: TestApp, { picture, anyInfluencer }: Publication): Work {
  return async (url, sent) => {
    const admin = await app.as('admin');
    const created = await send(url, '/uploads', admin, {
      method: 'POST',
      headers: {
        ...TUS,
        'upload-length': String(picture.length),
        'upload-metadata': `filename ${btoa('evening.jpg')}`,
      },
    });
    const address = created.headers.get('location')!;
    const { mediaId } = readUploadId(address.split('/').at(-1)!);
    await send(url, address, admin, {
      method: 'PATCH',
      headers: { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(picture),
    });
    const isStored = eq(contentMedia.id, mediaId);
    sent({ check: async () => expect(await count(app, contentMedia, isStored)).toBe(1) });
    const published = await post(url, '/api/posts', admin, {
      caption: 'An evening',
      category: 'Fitness',
      aiUse: 'none',
      influencerId: anyInfluencer().id,
      mediaIds: [mediaId],
    });
    const { id } = (await published.json()) as { id: string };
    const isInPost = and(isStored, eq(contentMedia.postId, id));
    sent({ check: async () => expect(await count(app, contentMedia, isInPost)).toBe(1) });
  };
}

function deleteFan(app: TestApp, anyInfluencer: () => TestUser): Work {
  return async (url, sent) => {
    const [fan, admin] = [await app.as('subscriber'), await app.as('admin')];
    await pay(url, await startCheckout(url, fan, anyInfluencer()), fan);
    const isGone = async () => expect(await count(app, users, eq(users.id, fan.id))).toBe(0);
    await send(url, `/api/users/${fan.id}`, admin, { method: 'DELETE' });
    sent({ check: isGone });
  };
}
