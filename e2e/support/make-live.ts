import { expect, type APIRequestContext, type APIResponse } from '@playwright/test';
import { makePicture, publish } from './publish.ts';

async function read<T>(response: APIResponse): Promise<T> {
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as T;
}

/** Adds what a created influencer needs with the back office's API calls, and launches them. */
export async function makeLive(staff: APIRequestContext, id: string): Promise<void> {
  const address = `/api/influencers/${id}`;
  const { version } = await read<{ version: number }>(await staff.get(`${address}/record`));
  const profile = { dateOfBirth: '1995-02-03', contentCategory: 'Cosplay', bio: 'Long evenings.' };
  await read(await staff.patch(address, { data: { version, ...profile } }));
  const photo = { data: await makePicture(), headers: { 'content-type': 'image/jpeg' } };
  await read(await staff.post(`/page-images/${id}/profile-photo?name=photo.jpg`, photo));
  const plan = { influencerId: id, priceMonthlyCents: 900, platformCommissionPercent: 20 };
  await read(await staff.post('/api/plans', { data: { ...plan, isActive: true } }));
  await publish(staff, id, 'The first evening');
  const countPosts = async () =>
    (await read<{ postCount: number }>(await staff.get(address))).postCount;
  await expect.poll(countPosts, { timeout: 30_000 }).toBe(1);
  await read(await staff.post(`${address}/go-live`));
}
