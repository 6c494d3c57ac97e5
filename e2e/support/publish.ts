import { expect, type APIRequestContext } from '@playwright/test';
import sharp from 'sharp';

/** A plain picture. */
export function makePicture(): Promise<Buffer> {
  const image = { width: 800, height: 600, channels: 3, background: '#7d1c2c' } as const;
  return sharp({ create: image }).jpeg().toBuffer();
}

const encode = (text: string) => Buffer.from(text).toString('base64');

/** Publishes a picture with the studio's API calls. */
export async function publish(staff: APIRequestContext, influencerId: string, caption: string) {
  const data = await makePicture();
  const tus = { 'tus-resumable': '1.0.0' };
  const created = await staff.post('/uploads', {
    headers: {
      ...tus,
      'upload-length': String(data.length),
      'upload-metadata': `filename ${encode('evening.jpg')}`,
    },
  });
  const address = created.headers().location!;
  const uploaded = await staff.patch(address, {
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    data,
  });
  expect(uploaded.ok(), await uploaded.text()).toBe(true);
  const mediaId = address.slice(-32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const response = await staff.post('/api/posts', {
    data: { influencerId, caption, category: 'Cosplay', aiUse: 'none', mediaIds: [mediaId] },
  });
  expect(response.ok(), await response.text()).toBe(true);
}
