import {
  AV_FRAME_DATA_DISPLAYMATRIX,
  AV_FRAME_FLAG_INTERLACED,
  AVCOL_SPC_UNSPECIFIED,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_SMPTE2084,
} from 'node-av/constants';
import { FFmpegError, FilterGraph, Frame } from 'node-av/lib';
import { STILL_SIDE, VideoRefusal } from './video-limits.ts';
import type { Rendition } from './video-plan.ts';

/** Time base of video frames; divisible by all usual frame rates. */
export const VIDEO_TICKS_PER_SECOND = 90_000;
export const AUDIO_SAMPLE_RATE = 48_000;

const HDR = new Set<number>([AVCOL_TRC_SMPTE2084, AVCOL_TRC_ARIB_STD_B67]);
const BT709 = 'setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv';
// Of the curves of this filter, bt2390 gets darker beyond 1000 nits, and hable is always dark.
const TONE_MAP =
  'format=yuv420p10le,tonemapx=tonemap=mobius:desat=0:format=yuv420p:' +
  'transfer=bt709:matrix=bt709:primaries=bt709:range=tv';
const TURNS = ['', 'transpose=clock,', 'hflip,vflip,', 'transpose=cclock,'];

/** A running filter graph, which calls `onFrame(sink, frame)` for the output of each sink. */
export type Filters = {
  /** Takes over the content of the frame; null ends the stream. */
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

/** Displayed size in square pixels, and the clockwise quarter turns that show the frame upright. */
export function displaySize(frame: Frame): { width: number; height: number; turns: number } {
  const { num, den } = frame.sampleAspectRatio;
  const width = Math.max(1, Math.round(frame.width * (num > 0 && den > 0 ? num / den : 1)));
  const turns = quarterTurns(frame);
  return turns % 2 === 0
    ? { width, height: frame.height, turns }
    : { width: frame.height, height: width, turns };
}

// FFmpeg's display matrix contains 16.16 fixed-point numbers.
function quarterTurns(frame: Frame): number {
  const matrix = frame.getSideData(AV_FRAME_DATA_DISPLAYMATRIX);
  if (!matrix) return 0;
  const angle = Math.atan2(matrix.readInt32LE(4), matrix.readInt32LE(0));
  return (Math.round(angle / (Math.PI / 2)) + 4) % 4;
}

/** The frame properties that a filter graph is built for; a change needs a new graph. */
export function frameFormat(frame: Frame): string {
  const { width, height, format, colorSpace, colorRange, colorTrc } = frame;
  const { num, den } = frame.sampleAspectRatio;
  return [width, height, format, colorSpace, colorRange, colorTrc, num, den].join(' ');
}

/**
 * Filters for upright 8-bit BT.709 frames with square pixels in each size, scaled from the next larger
 * size. The sink after those of the sizes has a small grey still for each second.
 */
export function renditionFilters(frame: Frame, sizes: readonly Rendition[]): string {
  const [first, ...smaller] = sizes;
  if (!first) throw new Error('no size to make');
  const chain = [`${frameSource(frame)},${standardFrame(frame, first)}`];
  smaller.forEach(({ width, lines }, i) => {
    chain[i] += `,split[keep${i}][more${i}];[keep${i}]buffersink@out${i}`;
    chain.push(`[more${i}]scale=${width}:${lines}:flags=bicubic,setsar=1`);
  });
  return (
    `${chain.join(';')},split[last][stills];[last]buffersink@out${smaller.length};` +
    `[stills]fps=1,scale=${STILL_SIDE}:${STILL_SIDE}:flags=area:out_range=pc,format=gray,` +
    `buffersink@out${sizes.length}`
  );
}

/** Filters for one RGB frame that fits `width` x `lines`. */
export function posterFilters(frame: Frame, size: { width: number; lines: number }): string {
  return `${frameSource(frame)},${standardFrame(frame, size)},scale=in_color_matrix=bt709,format=rgb24,buffersink@out0`;
}

function frameSource(frame: Frame): string {
  const { num, den } = frame.sampleAspectRatio;
  const aspect = num > 0 && den > 0 ? `${num}/${den}` : '1/1';
  const colours = `colorspace=${frame.colorSpace}:range=${frame.colorRange}`;
  return (
    `buffer@in=video_size=${frame.width}x${frame.height}:pix_fmt=${frame.format}:` +
    `time_base=1/${VIDEO_TICKS_PER_SECOND}:pixel_aspect=${aspect}:${colours}`
  );
}

function standardFrame(frame: Frame, size: { width: number; lines: number }): string {
  const { turns } = displaySize(frame);
  const [width, lines] = turns % 2 === 0 ? [size.width, size.lines] : [size.lines, size.width];
  const deinterlace = frame.hasFlags(AV_FRAME_FLAG_INTERLACED) ? 'bwdif=mode=send_frame,' : '';
  const shape = `scale=${width}:${lines}:flags=bicubic`;
  if (HDR.has(frame.colorTrc)) return `${deinterlace}${shape},${TONE_MAP},${TURNS[turns]}${FINISH}`;
  // Like players, assume BT.601 for small untagged videos and BT.709 for large ones.
  const unknown = frame.colorSpace === AVCOL_SPC_UNSPECIFIED;
  const from = unknown ? `:in_color_matrix=${frame.height >= 720 ? 'bt709' : 'bt601'}` : '';
  const to = ':out_color_matrix=bt709:out_range=tv';
  return `${deinterlace}${shape}${from}${to},format=yuv420p,${TURNS[turns]}${FINISH}`;
}

// bwdif halves the time base, which settb restores.
const FINISH = `settb=1/${VIDEO_TICKS_PER_SECOND},setsar=1,${BT709},sidedata=mode=delete`;

// A filter error is caused by the file, because the frames come from it.
function refuseIfError(result: number, description: string): void {
  if (result >= 0) return;
  throw new VideoRefusal('unreadable', `${description}: ${FFmpegError.strerror(result)}`);
}
