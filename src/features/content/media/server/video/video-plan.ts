/** Size of a rendition in pixels; `height` is the short side, which names the rendition. */
export type Rendition = { height: number; width: number; lines: number; maxKilobits: number };

/** Duration of a segment in seconds, except for the first ones. */
export const SEGMENT_SECONDS = 4;
/** Starts of the second and third segment: short first segments let a video start over a slow connection. */
const EARLY_STARTS = [1, 2];

/** Number of the segment that contains the second `seconds`; further segments start every 4 seconds. */
export function segmentAt(seconds: number): number {
  const early = EARLY_STARTS.filter((start) => start <= seconds).length;
  return early + Math.floor(seconds / SEGMENT_SECONDS);
}

// Maximum of the hardware decoders of phones.
const MAX_LONG_SIDE = 4096;
// A smaller difference to the size of the video is not visible.
const CLEARLY_SMALLER = 0.8;
const LADDER = [
  { height: 1080, maxKilobits: 5000 },
  { height: 720, maxKilobits: 2800 },
  { height: 480, maxKilobits: 1400 },
  { height: 360, maxKilobits: 800 },
];

/**
 * Plans the renditions of a video displayed at `width` x `height`, highest first: its own size, up to
 * 1080 lines, and the clearly smaller steps.
 */
export function planRenditions(width: number, height: number): Rendition[] {
  const scale = Math.min(1, MAX_LONG_SIDE / Math.max(width, height));
  const own = even(Math.min(LADDER[0]!.height, Math.min(width, height) * scale));
  const { maxKilobits } = LADDER.findLast((step) => step.height >= own)!;
  const smaller = LADDER.filter((step) => step.height <= own * CLEARLY_SMALLER);
  return [{ height: own, maxKilobits }, ...smaller].map((step) => scaleTo(step, width, height));
}

function scaleTo(
  step: { height: number; maxKilobits: number },
  width: number,
  height: number,
): Rendition {
  const exact = (Math.max(width, height) * step.height) / Math.min(width, height);
  const long = Math.min(2 * Math.round(exact / 2), even(Math.max(width, height)));
  return width < height
    ? { ...step, width: step.height, lines: long }
    : { ...step, width: long, lines: step.height };
}

// H.264 with 4:2:0 subsampling needs even sizes; rounding down never enlarges.
function even(pixels: number): number {
  return Math.max(2, Math.floor(pixels / 2) * 2);
}

/** A finished rendition with its bit rates per second. */
export type Variant = { rendition: Rendition; codecs: string; peakBits: number; meanBits: number };

/** Formats the HLS master playlist. */
export function masterPlaylist(variants: readonly Variant[], framesPerSecond: number): string {
  const lines = variants.flatMap(({ rendition, codecs, peakBits, meanBits }) => [
    `#EXT-X-STREAM-INF:BANDWIDTH=${Math.ceil(peakBits)},AVERAGE-BANDWIDTH=${Math.ceil(meanBits)},` +
      `RESOLUTION=${rendition.width}x${rendition.lines},FRAME-RATE=${framesPerSecond.toFixed(3)},` +
      `CODECS="${codecs}"`,
    `h${rendition.height}.m3u8`,
  ]);
  return ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines, ''].join('\n');
}

export type Segment = { seconds: number; start: number; bytes: number };

/** Parses the segments of a media playlist, each a byte range of one file. */
export function readSegments(playlist: string): Segment[] {
  const segments = playlist.matchAll(/^#EXTINF:([\d.]+),.*\n#EXT-X-BYTERANGE:(\d+)@(\d+)/gm);
  return [...segments].map(([, seconds, bytes, start]) => ({
    seconds: Number(seconds),
    start: Number(start),
    bytes: Number(bytes),
  }));
}

/** Highest bit rate of consecutive segments of at least half the usual duration, as HLS defines the peak. */
export function findPeakBits(segments: readonly Segment[]): number {
  const rates = segments.map((_, first) => {
    let [bits, seconds, next] = [0, 0, first];
    for (; seconds < SEGMENT_SECONDS / 2 && next < segments.length; next++) {
      bits += segments[next]!.bytes * 8;
      seconds += segments[next]!.seconds;
    }
    const isLong = seconds >= SEGMENT_SECONDS / 2 || first === 0;
    return isLong ? bits / seconds : 0;
  });
  return Math.max(...rates);
}
