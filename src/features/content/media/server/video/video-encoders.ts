import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PICTURE_TYPE_I,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_RGB24,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLTP,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
} from 'node-av/constants';
import { Codec, CodecContext, Dictionary, FFmpegError, Packet, Rational } from 'node-av/lib';
import type { Frame } from 'node-av/lib';
import { VIDEO_TICKS_PER_SECOND, AUDIO_SAMPLE_RATE } from './video-filters.ts';
import { THREADS } from './video-limits.ts';
import { SEGMENT_SECONDS, segmentAt } from './video-plan.ts';
import type { Rendition } from './video-plan.ts';

const QUALITY = 23;
const AUDIO_BIT_RATE = 128_000n;
const STEREO = { nbChannels: 2, order: AV_CHANNEL_ORDER_NATIVE, mask: 3n };

/** An open encoder; `encode(null)` flushes it. */
export type StreamEncoder = {
  context: CodecContext;
  encode: (frame: Frame | null, onPacket: (packet: Packet) => void) => void;
};

/** Opens an H.264 encoder: constant quality with a maximum bit rate, and a keyframe at each segment start. */
export async function openVideoEncoder(
  rendition: Rendition,
  framesPerSecond: number,
): Promise<StreamEncoder> {
  const ceiling = rendition.maxKilobits * (framesPerSecond > 35 ? 1.5 : 1);
  const context = allocate('libx264');
  context.width = rendition.width;
  context.height = rendition.lines;
  context.pixelFormat = AV_PIX_FMT_YUV420P;
  context.timeBase = new Rational(1, VIDEO_TICKS_PER_SECOND);
  context.framerate = new Rational(Math.round(framesPerSecond * 1000), 1000);
  context.sampleAspectRatio = new Rational(1, 1);
  context.colorRange = AVCOL_RANGE_MPEG;
  context.colorPrimaries = AVCOL_PRI_BT709;
  context.colorTrc = AVCOL_TRC_BT709;
  context.colorSpace = AVCOL_SPC_BT709;
  context.gopSize = Math.ceil(framesPerSecond * SEGMENT_SECONDS * 2);
  context.rcMaxRate = BigInt(Math.round(ceiling * 1000));
  context.rcBufferSize = Math.round(ceiling * 2000);
  await open(context, {
    preset: 'veryfast',
    profile: 'high',
    crf: QUALITY,
    threads: THREADS,
    'forced-idr': 1,
    // Other keyframes would let the segments of renditions start at different times.
    sc_threshold: 0,
    a53cc: 0,
  });
  let segment = -1;
  return toEncoder(context, (frame) => {
    const due = segmentAt(Number(frame.pts) / VIDEO_TICKS_PER_SECOND);
    frame.pictType = due > segment ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
    segment = Math.max(segment, due);
  });
}

/** Opens a stereo AAC encoder. */
export async function openAudioEncoder(): Promise<StreamEncoder> {
  const context = allocate('aac');
  context.sampleRate = AUDIO_SAMPLE_RATE;
  context.sampleFormat = AV_SAMPLE_FMT_FLTP;
  context.channelLayout = STEREO;
  context.bitRate = AUDIO_BIT_RATE;
  context.timeBase = new Rational(1, AUDIO_SAMPLE_RATE);
  await open(context, {});
  return toEncoder(context, () => {});
}

/** Encodes an RGB frame as PNG. */
export async function encodePng(frame: Frame): Promise<Buffer> {
  const context = allocate('png');
  context.width = frame.width;
  context.height = frame.height;
  context.pixelFormat = AV_PIX_FMT_RGB24;
  context.timeBase = new Rational(1, VIDEO_TICKS_PER_SECOND);
  await open(context, {});
  const { encode } = toEncoder(context, () => {});
  let png: Buffer | null = null;
  const copy = ({ data }: Packet) => {
    png ??= data && Buffer.from(data);
  };
  try {
    encode(frame, copy);
    encode(null, copy);
  } finally {
    context.freeContext();
  }
  if (!png) throw new Error('the encoder gave no picture');
  return png;
}

function allocate(name: 'libx264' | 'aac' | 'png'): CodecContext {
  const codec = Codec.findEncoderByName(name as Parameters<typeof Codec.findEncoderByName>[0]);
  if (!codec) throw new Error(`FFmpeg was built without ${name}`);
  const context = new CodecContext();
  context.allocContext3(codec);
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  return context;
}

async function open(
  context: CodecContext,
  options: Record<string, string | number>,
): Promise<void> {
  // open2Sync of node-av 6.1.1 frees the options twice and crashes.
  const result = await context.open2(null, Dictionary.fromObject(options));
  FFmpegError.throwIfError(result, 'open encoder');
}

function toEncoder(context: CodecContext, prepare: (frame: Frame) => void): StreamEncoder {
  const packet = new Packet();
  packet.alloc();
  return {
    context,
    encode: (frame, onPacket) => {
      if (frame) prepare(frame);
      FFmpegError.throwIfError(context.sendFrameSync(frame), 'encode');
      while (context.receivePacketSync(packet) >= 0) {
        onPacket(packet);
        packet.unref();
      }
    },
  };
}
