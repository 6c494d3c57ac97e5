const stemOf = (s3Key: string): string => s3Key.replace(/\.[a-z0-9]+$/, '');

/** Storage key of one WebP size of a file (of the poster, for a video). */
export function variantKey(s3Key: string, width: number): string {
  return `${stemOf(s3Key)}.w${width}.webp`;
}

/** Folder of the other files derived from a video, with a trailing slash. */
export function derivedFolder(s3Key: string): string {
  return `${stemOf(s3Key)}/`;
}

/** File names in the folder of a video: the whole video, and its HLS renditions by height. */
export function videoFiles(renditions: readonly number[]): string[] {
  return [
    'video.mp4',
    'master.m3u8',
    ...renditions.flatMap((height) => [`h${height}.m3u8`, `h${height}.mp4`]),
  ];
}

type StoredFile = {
  s3Key: string;
  variantWidths: readonly number[];
  renditions: readonly number[];
};

/** Every storage key that a file occupies once it is ready. */
export function storedKeys({ s3Key, variantWidths, renditions }: StoredFile): string[] {
  return [
    s3Key,
    ...variantWidths.map((width) => variantKey(s3Key, width)),
    ...(renditions.length > 0 ? videoFiles(renditions) : []).map(
      (name) => derivedFolder(s3Key) + name,
    ),
  ];
}
