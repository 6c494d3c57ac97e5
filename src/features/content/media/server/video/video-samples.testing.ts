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
  /** Clockwise quarter turns that show the video upright. */
  turns?: number;
};

/** Writes a video like a camera, a browser or old software. */
export async function writeSample(path: string, sample: Sample): Promise<void> {
  const output = new FormatContext();
  check(output.allocOutputContext2(null, sample.format, path));
  if (sample.metadata) output.metadata = Dictionary.fromObject(sample.metadata);
  const sampleTracks = await Promise.all(sample.tracks.map(openTrack));
  const tracks = sampleTracks.map((sampleTrack) => {
    const stream = output.newStream(null);
    check(stream.codecpar.fromContext(sampleTrack.encoder));
    stream.timeBase = sampleTrack.encoder.timeBase;
    if (sample.turns && sampleTrack.encoder.codecType === AVMEDIA_TYPE_VIDEO)
      turn(stream, sample.turns);
    return { ...sampleTrack, stream };
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
  const isVideo = codec.type === AVMEDIA_TYPE_VIDEO;
  const end = isVideo ? 'buffersink@out' : 'abuffersink@out';
  check(graph.parsePtr(`${source},${end}`));
  check(graph.configSync());
  const sink = graph.getFilter(end);
  if (!sink) throw new Error('no sink');
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  encoder.timeBase = sink.buffersinkGetTimeBase();
  if (isVideo) describeVideo(encoder, sink);
  else describeAudio(encoder, sink);
  check(await encoder.open2(codec, Dictionary.fromObject(options)));
  return { encoder, packets: () => encodeAll(encoder, sink, graph) };
}

function describeVideo(encoder: CodecContext, sink: FilterContext): void {
  encoder.width = sink.buffersinkGetWidth();
  encoder.height = sink.buffersinkGetHeight();
  encoder.pixelFormat = sink.buffersinkGetFormat() as CodecContext['pixelFormat'];
  encoder.sampleAspectRatio = sink.buffersinkGetSampleAspectRatio();
  encoder.framerate = sink.buffersinkGetFrameRate();
  encoder.colorSpace = sink.buffersinkGetColorspace();
  encoder.colorRange = sink.buffersinkGetColorRange();
}

function describeAudio(encoder: CodecContext, sink: FilterContext): void {
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

/** Reads the properties of a written video; times in seconds. */
export async function readVideoFacts(path: string) {
  const input = new FormatContext();
  check(await input.openInput(path));
  check(await input.findStreamInfo());
  const video = input.streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_VIDEO);
  const audio = input.streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO);
  if (!video) throw new Error('no pictures');
  const packet = new Packet();
  packet.alloc();
  const keyframeTimes: number[] = [];
  let frames = 0;
  let audioSeconds = 0;
  let longestAudioGap = 0;
  while ((await input.readFrame(packet)) >= 0) {
    const stream: Stream | undefined = packet.streamIndex === video.index ? video : audio;
    const seconds = Number(packet.pts) * (stream?.timeBase.toDouble() ?? 0);
    if (stream === video) {
      frames++;
      if (packet.isKeyframe) keyframeTimes.push(seconds);
    } else {
      longestAudioGap = Math.max(longestAudioGap, seconds - audioSeconds);
      audioSeconds = seconds + Number(packet.duration) * (stream?.timeBase.toDouble() ?? 0);
    }
    packet.unref();
  }
  const { codecpar } = video;
  const facts = {
    width: codecpar.width,
    height: codecpar.height,
    turned: codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX) !== null,
    format: avGetPixFmtName(codecpar.format as AVPixelFormat),
    transfer: codecpar.colorTrc === AVCOL_TRC_BT709 ? 'bt709' : codecpar.colorTrc,
    video: avGetCodecName(codecpar.codecId),
    audio: audio ? avGetCodecName(audio.codecpar.codecId) : null,
    channels: audio?.codecpar.channels ?? 0,
  };
  await input.closeInput();
  // FFmpeg reports the delay of reordered frames, which players do not show.
  const first = keyframeTimes[0] ?? 0;
  const times = keyframeTimes.map((moment) => Number((moment - first).toFixed(3)));
  return { ...facts, keyframeTimes: times, frames, audioSeconds, longestAudioGap };
}
