import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_QUIET,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVCOL_TRC_BT709,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import type { AVPixelFormat, FFEncoderCodec } from 'node-av/constants';
import {
  avGetCodecName,
  avGetPixFmtName,
  Codec,
  CodecContext,
  Dictionary,
  FFmpegError,
  FilterGraph,
  FormatContext,
  Frame,
  Log,
  Packet,
} from 'node-av/lib';
import type { FilterContext, Stream } from 'node-av/lib';

Log.setLevel(AV_LOG_QUIET);

/** `source` is a chain of FFmpeg filters that needs no input, such as `testsrc2=size=64x64:rate=5:duration=1`. */
type SampleTrack = { codec: string; source: string; options?: Record<string, string | number> };

type Sample = {
  format: 'mp4' | 'mov' | 'webm' | 'avi' | 'matroska';
  tracks: SampleTrack[];
  options?: Record<string, string | number>;
  metadata?: Record<string, string>;
  /** Clockwise quarter turns that show the picture upright. */
  turns?: number;
};

/** Writes a film as a stranger's camera, browser or old program would. */
export async function writeSample(path: string, sample: Sample): Promise<void> {
  const output = new FormatContext();
  check(output.allocOutputContext2(null, sample.format, path));
  if (sample.metadata) output.metadata = Dictionary.fromObject(sample.metadata);
  const makers = await Promise.all(sample.tracks.map(openTrack));
  const tracks = makers.map((maker) => {
    const stream = output.newStream(null);
    check(stream.codecpar.fromContext(maker.encoder));
    stream.timeBase = maker.encoder.timeBase;
    if (sample.turns && maker.encoder.codecType === AVMEDIA_TYPE_VIDEO) turn(stream, sample.turns);
    return { ...maker, stream };
  });
  check(output.openOutputSync());
  check(await output.writeHeader(Dictionary.fromObject(sample.options ?? {})));
  for (const { encoder, packets, stream } of tracks) {
    for (const packet of packets()) {
      packet.streamIndex = stream.index;
      packet.rescaleTs(encoder.timeBase, stream.timeBase);
      check(output.interleavedWriteFrameSync(packet));
    }
  }
  check(await output.writeTrailer());
  await output.closeOutput();
}

async function openTrack({ codec: name, source, options = {} }: SampleTrack) {
  const codec = Codec.findEncoderByName(name as FFEncoderCodec);
  if (!codec) throw new Error(`no encoder ${name}`);
  const graph = new FilterGraph();
  graph.alloc();
  const isPicture = codec.type === AVMEDIA_TYPE_VIDEO;
  const end = isPicture ? 'buffersink@out' : 'abuffersink@out';
  check(graph.parsePtr(`${source},${end}`));
  check(graph.configSync());
  const sink = graph.getFilter(end);
  if (!sink) throw new Error('no sink');
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  encoder.timeBase = sink.buffersinkGetTimeBase();
  if (isPicture) describePicture(encoder, sink);
  else describeSound(encoder, sink);
  check(await encoder.open2(codec, Dictionary.fromObject(options)));
  return { encoder, packets: () => encodeAll(encoder, sink, graph) };
}

function describePicture(encoder: CodecContext, sink: FilterContext): void {
  encoder.width = sink.buffersinkGetWidth();
  encoder.height = sink.buffersinkGetHeight();
  encoder.pixelFormat = sink.buffersinkGetFormat() as CodecContext['pixelFormat'];
  encoder.sampleAspectRatio = sink.buffersinkGetSampleAspectRatio();
  encoder.framerate = sink.buffersinkGetFrameRate();
  encoder.colorSpace = sink.buffersinkGetColorspace();
  encoder.colorRange = sink.buffersinkGetColorRange();
}

function describeSound(encoder: CodecContext, sink: FilterContext): void {
  encoder.sampleRate = sink.buffersinkGetSampleRate();
  encoder.sampleFormat = sink.buffersinkGetFormat() as CodecContext['sampleFormat'];
  encoder.channelLayout = sink.buffersinkGetChannelLayout();
}

function* encodeAll(encoder: CodecContext, sink: FilterContext, graph: FilterGraph) {
  const frame = new Frame();
  frame.alloc();
  const packet = new Packet();
  packet.alloc();
  for (let more = true; more;) {
    more = sink.buffersinkGetFrameSync(frame) >= 0;
    frame.pictType = 0 as Frame['pictType'];
    check(encoder.sendFrameSync(more ? frame : null));
    frame.unref();
    while (encoder.receivePacketSync(packet) >= 0) yield packet;
  }
  graph.free();
}

function turn(stream: Stream, turns: number): void {
  const [cos = 1, sin = 0] =
    [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ][turns] ?? [];
  const matrix = Buffer.alloc(36);
  [cos, sin, 0, -sin, cos].forEach((value, i) => matrix.writeInt32LE(value * 0x10000, i * 4));
  matrix.writeInt32LE(0x40000000, 32);
  check(stream.codecpar.addCodedSideData(AV_PKT_DATA_DISPLAYMATRIX, matrix));
}

function check(result: number): void {
  FFmpegError.throwIfError(result);
}

/** What a film that was made turned out to be; moments in seconds. */
export async function filmFacts(path: string) {
  const input = new FormatContext();
  check(await input.openInput(path));
  check(await input.findStreamInfo());
  const picture = input.streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_VIDEO);
  const sound = input.streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO);
  if (!picture) throw new Error('no pictures');
  const packet = new Packet();
  packet.alloc();
  const keyMoments: number[] = [];
  let frames = 0;
  let soundSeconds = 0;
  let longestSoundGap = 0;
  while ((await input.readFrame(packet)) >= 0) {
    const stream: Stream | undefined = packet.streamIndex === picture.index ? picture : sound;
    const seconds = Number(packet.pts) * (stream?.timeBase.toDouble() ?? 0);
    if (stream === picture) {
      frames++;
      if (packet.isKeyframe) keyMoments.push(seconds);
    } else {
      longestSoundGap = Math.max(longestSoundGap, seconds - soundSeconds);
      soundSeconds = seconds + Number(packet.duration) * (stream?.timeBase.toDouble() ?? 0);
    }
    packet.unref();
  }
  const { codecpar } = picture;
  const facts = {
    width: codecpar.width,
    height: codecpar.height,
    turned: codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX) !== null,
    format: avGetPixFmtName(codecpar.format as AVPixelFormat),
    transfer: codecpar.colorTrc === AVCOL_TRC_BT709 ? 'bt709' : codecpar.colorTrc,
    picture: avGetCodecName(codecpar.codecId),
    sound: sound ? avGetCodecName(sound.codecpar.codecId) : null,
    channels: sound?.codecpar.channels ?? 0,
  };
  await input.closeInput();
  // FFmpeg shows the delay of reordered pictures, players do not.
  const first = keyMoments[0] ?? 0;
  const moments = keyMoments.map((moment) => Number((moment - first).toFixed(3)));
  return { ...facts, keyMoments: moments, frames, soundSeconds, longestSoundGap };
}
