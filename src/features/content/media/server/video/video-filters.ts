import {
  AV_FRAME_DATA_DISPLAYMATRIX,
  AV_FRAME_FLAG_INTERLACED,
  AVCOL_SPC_UNSPECIFIED,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_SMPTE2084,
} from 'node-av/constants';
import { FFmpegError, FilterGraph, Frame } from 'node-av/lib';
import { VideoRefusal } from './video-limits.ts';
import type { Rendition } from './video-plan.ts';

/** Ticks a second of every picture's time; divides all usual frame rates. */
export const PICTURE_CLOCK = 90_000;
export const SOUND_RATE = 48_000;

const HDR = new Set<number>([AVCOL_TRC_SMPTE2084, AVCOL_TRC_ARIB_STD_B67]);
const BT709 = 'setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv';
// Of this filter's curves bt2390 gets darker again beyond 1000 nits, and hable is dark throughout.
const TONE_MAP =
  'format=yuv420p10le,tonemapx=tonemap=mobius:desat=0:format=yuv420p:' +
  'transfer=bt709:matrix=bt709:primaries=bt709:range=tv';
const TURNS = ['', 'transpose=clock,', 'hflip,vflip,', 'transpose=cclock,'];

/** A running filter graph: what is pushed in comes out of each sink as `onFrame(sink, frame)`. */
export type Filters = {
  /** Takes the frame's content; null ends the stream. */
  push: (frame: Frame | null) => void;
  free: () => void;
};

export function startFilters(
  description: string,
  sinks: number,
  kind: 'buffer' | 'abuffer',
  onFrame: (sink: number, frame: Frame) => void,
): Filters {
  const graph = new FilterGraph();
  graph.alloc();
  graph.nbThreads = 1;
  refuseIfError(graph.parsePtr(description), description);
  refuseIfError(graph.configSync(), description);
  const find = (name: string) => {
    const filter = graph.getFilter(name);
    if (!filter) throw new Error(`no filter ${name}`);
    return filter;
  };
  const source = find(`${kind}@in`);
  const ends = Array.from({ length: sinks }, (_, i) => find(`${kind}sink@out${i}`));
  const output = new Frame();
  output.alloc();
  return {
    push: (frame) => {
      refuseIfError(source.buffersrcAddFrameSync(frame), description);
      ends.forEach((end, i) => {
        while (end.buffersinkGetFrameSync(output) >= 0) {
          onFrame(i, output);
          output.unref();
        }
      });
    },
    free: () => {
      output.free();
      graph.free();
    },
  };
}

/** Width and height as seen, in square pixels, and the clockwise quarter turns that show it upright. */
export function seenSize(frame: Frame): { width: number; height: number; turns: number } {
  const { num, den } = frame.sampleAspectRatio;
  const width = Math.max(1, Math.round(frame.width * (num > 0 && den > 0 ? num / den : 1)));
  const turns = quarterTurns(frame);
  return turns % 2 === 0
    ? { width, height: frame.height, turns }
    : { width: frame.height, height: width, turns };
}

// FFmpeg's display matrix holds 16.16 numbers.
function quarterTurns(frame: Frame): number {
  const matrix = frame.getSideData(AV_FRAME_DATA_DISPLAYMATRIX);
  if (!matrix) return 0;
  const angle = Math.atan2(matrix.readInt32LE(4), matrix.readInt32LE(0));
  return (Math.round(angle / (Math.PI / 2)) + 4) % 4;
}

/** What a picture graph was made for; another answer needs another graph. */
export function pictureKind(frame: Frame): string {
  const { width, height, format, colorSpace, colorRange, colorTrc } = frame;
  const { num, den } = frame.sampleAspectRatio;
  return [width, height, format, colorSpace, colorRange, colorTrc, num, den].join(' ');
}

/** Upright, square, 8-bit BT.709 pictures in each size; each size is made from the next larger one. */
export function pictureFilters(frame: Frame, sizes: readonly Rendition[]): string {
  const [first, ...smaller] = sizes;
  if (!first) throw new Error('no size to make');
  const chain = [`${pictureSource(frame)},${standardPicture(frame, first)}`];
  smaller.forEach(({ width, lines }, i) => {
    chain[i] += `,split[keep${i}][more${i}];[keep${i}]buffersink@out${i}`;
    chain.push(`[more${i}]scale=${width}:${lines}:flags=bicubic,setsar=1`);
  });
  return `${chain.join(';')},buffersink@out${smaller.length}`;
}

/** One picture as RGB, fitting `width` x `lines`. */
export function posterFilters(frame: Frame, size: { width: number; lines: number }): string {
  return `${pictureSource(frame)},${standardPicture(frame, size)},scale=in_color_matrix=bt709,format=rgb24,buffersink@out0`;
}

function pictureSource(frame: Frame): string {
  const { num, den } = frame.sampleAspectRatio;
  const aspect = num > 0 && den > 0 ? `${num}/${den}` : '1/1';
  const colours = `colorspace=${frame.colorSpace}:range=${frame.colorRange}`;
  return (
    `buffer@in=video_size=${frame.width}x${frame.height}:pix_fmt=${frame.format}:` +
    `time_base=1/${PICTURE_CLOCK}:pixel_aspect=${aspect}:${colours}`
  );
}

function standardPicture(frame: Frame, size: { width: number; lines: number }): string {
  const { turns } = seenSize(frame);
  const [width, lines] = turns % 2 === 0 ? [size.width, size.lines] : [size.lines, size.width];
  const weave = frame.hasFlags(AV_FRAME_FLAG_INTERLACED) ? 'bwdif=mode=send_frame,' : '';
  const shape = `scale=${width}:${lines}:flags=bicubic`;
  if (HDR.has(frame.colorTrc)) return `${weave}${shape},${TONE_MAP},${TURNS[turns]}${FINISH}`;
  // Untagged films are BT.601 when small and BT.709 when large, as players guess.
  const unknown = frame.colorSpace === AVCOL_SPC_UNSPECIFIED;
  const from = unknown ? `:in_color_matrix=${frame.height >= 720 ? 'bt709' : 'bt601'}` : '';
  const to = ':out_color_matrix=bt709:out_range=tv';
  return `${weave}${shape}${from}${to},format=yuv420p,${TURNS[turns]}${FINISH}`;
}

// bwdif halves the clock's tick, which settb undoes.
const FINISH = `settb=1/${PICTURE_CLOCK},setsar=1,${BT709},sidedata=mode=delete`;

// The frames come from the file, so filters that cannot take them say something about the file.
function refuseIfError(result: number, description: string): void {
  if (result >= 0) return;
  throw new VideoRefusal('unreadable', `${description}: ${FFmpegError.strerror(result)}`);
}
