import type { Page } from '@playwright/test';

export type Point = { x: number; y: number };

const STEPS = 8;

/**
 * Simulates touch gestures: each finger moves from its first point to its second.
 * @param whenDown waits for what the touching fingers cause before they move
 */
export async function moveFingers(
  page: Page,
  fingers: [from: Point, to: Point][],
  whenDown?: () => Promise<void>,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const at = (progress: number) =>
    fingers.map(([from, to], id) => ({
      id,
      x: from.x + (to.x - from.x) * progress,
      y: from.y + (to.y - from.y) * progress,
    }));
  await touch('touchStart', at(0));
  await whenDown?.();
  for (let step = 1; step <= STEPS; step++) await touch('touchMove', at(step / STEPS));
  await touch('touchEnd', []);
  await session.detach();
}
