import sharp from 'sharp';
import { createWorkQueue } from '#src/lib/work-queue.ts';

const inTurn = createWorkQueue(1);

/**
 * Decodes uploaded pictures one after the other, whoever uploads them: one with a hundred million pixels
 * takes more than 200 MiB. The cache of the library would retain 70 MiB of it.
 */
export function decodeInTurn<T>(decode: () => Promise<T>): Promise<T> {
  return inTurn(() => {
    sharp.cache(false);
    return decode();
  });
}
