import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { MATCH_DISTANCE, MINIMUM_QUALITY, pdqDistance, pdqHashes, type Luma } from '../pdq.ts';

/** The hashes by which a copy of a file is recognized. */
export type Fingerprint = {
  /** Of the original, in hexadecimal digits. */
  sha256: string;
  /** The perceptual hashes of the picture, or of the scenes of a video; none without visible edges. */
  perceptualHashes: string[];
  /** The same pictures in all eight ways of turning and mirroring them. */
  turnedHashes: string[];
};

/** Further scenes of a video are not compared. */
const MAXIMUM_SCENES = 600;

/** The fingerprint of a file. @param pictures the picture, or the poster and the stills of a video */
export async function fingerprintOf(file: string, pictures: Iterable<Luma>): Promise<Fingerprint> {
  const sha256 = createHash('sha256');
  await pipeline(createReadStream(file), sha256);
  return { sha256: sha256.digest('hex'), ...hashPictures(pictures) };
}

/** The perceptual hashes of pictures; one that looks like the previous one is left out. */
export function hashPictures(
  pictures: Iterable<Luma>,
): Pick<Fingerprint, 'perceptualHashes' | 'turnedHashes'> {
  const scenes: string[][] = [];
  for (const picture of pictures) {
    const hashes = pdqHashes(picture);
    if (!hashes || hashes.quality < MINIMUM_QUALITY) continue;
    const previous = scenes.at(-1)?.[0];
    if (previous && pdqDistance(previous, hashes.bits[0]!) <= MATCH_DISTANCE) continue;
    scenes.push(hashes.bits);
    if (scenes.length === MAXIMUM_SCENES) break;
  }
  return { perceptualHashes: scenes.map(([own]) => own!), turnedHashes: scenes.flat() };
}
