import {
  AV_DISPOSITION_ATTACHED_PIC,
  AVDISCARD_ALL,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  AVSEEK_FLAG_BACKWARD,
} from 'node-av/constants';
import {
  Codec,
  CodecContext,
  Dictionary,
  FFmpegError,
  FormatContext,
  Frame,
  Packet,
} from 'node-av/lib';
import type { Stream } from 'node-av/lib';
import { FORMAT_WHITELIST, MAX_DECODED_PIXELS, THREADS, VideoRefusal } from './video-limits.ts';

const MICROSECONDS = 1_000_000;

export type Track = { stream: Stream; decoder: CodecContext };

/** An opened video; `startSeconds` is its first timestamp, `declaredSeconds` its duration or 0 if unknown. */
export type Source = {
  input: FormatContext;
  video: Track;
  audio: Track | null;
  startSeconds: number;
  declaredSeconds: number;
};

/** Opens an untrusted file; `withAudio: false` skips the audio. */
export async function openSource(file: string, { withAudio = true } = {}): Promise<Source> {
  const input = new FormatContext();
  const options = { format_whitelist: FORMAT_WHITELIST, protocol_whitelist: 'file' };
  refuseIfError(await input.openInput(file, null, Dictionary.fromObject(options)), 'open');
  refuseIfError(await input.findStreamInfo(null), 'find streams');

  const { streams } = input;
  const videoStream = streams.find(isVideo);
  if (!videoStream) throw new VideoRefusal('no-picture', 'no stream of pictures');
  const { width, height } = videoStream.codecpar;
  if (width * height > MAX_DECODED_PIXELS) {
    throw new VideoRefusal('too-large-dimensions', `${width} x ${height}`);
  }
  const bestAudioIndex = input.findBestStream(AVMEDIA_TYPE_AUDIO, -1, videoStream.index);
  const audioStream = withAudio ? streams.find(({ index }) => index === bestAudioIndex) : undefined;
  for (const stream of streams) {
    if (stream !== videoStream && stream !== audioStream) stream.discard = AVDISCARD_ALL;
  }
  const video = await openTrack(videoStream);
  if (!video) throw new VideoRefusal('unreadable', 'no decoder for the pictures');
  return {
    input,
    video,
    audio: audioStream ? await openTrack(audioStream) : null,
    startSeconds: knownSeconds(input.startTime),
    declaredSeconds: declaredSeconds(
      input,
      audioStream ? [videoStream, audioStream] : [videoStream],
    ),
  };
}

function isVideo({ codecpar, disposition }: Stream): boolean {
  return (
    codecpar.codecType === AVMEDIA_TYPE_VIDEO && (disposition & AV_DISPOSITION_ATTACHED_PIC) === 0
  );
}

async function openTrack(stream: Stream): Promise<Track | null> {
  const codec = Codec.findDecoder(stream.codecpar.codecId);
  if (!codec) return null;
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  if (decoder.parametersToContext(stream.codecpar) < 0) return null;
  decoder.pktTimebase = stream.timeBase;
  const options = { threads: THREADS, max_pixels: MAX_DECODED_PIXELS };
  return (await decoder.open2(codec, Dictionary.fromObject(options))) < 0
    ? null
    : { stream, decoder };
}

// FFmpeg represents an unknown time by the lowest number.
function knownSeconds(microseconds: bigint): number {
  const seconds = Number(microseconds) / MICROSECONDS;
  return Math.abs(seconds) < 1e9 ? seconds : 0;
}

// The file may be longer than the used streams, for example because of subtitles.
function declaredSeconds(input: FormatContext, streams: Stream[]): number {
  const own = streams.map(
    ({ duration, timeBase }) => (Number(duration) * timeBase.num) / timeBase.den,
  );
  const claimed = Math.max(...own);
  return Math.max(0, claimed > 0 ? claimed : knownSeconds(input.duration));
}

export async function seekTo({ input, startSeconds }: Source, seconds: number): Promise<void> {
  const moment = BigInt(Math.round((startSeconds + seconds) * MICROSECONDS));
  refuseIfError(await input.seekFrame(-1, moment, AVSEEK_FLAG_BACKWARD), 'seek');
}

/**
 * Decodes all frames in the order of the file. A frame is valid until the next one is requested.
 * Like in players, damaged packets are skipped, unless most are damaged.
 */
export async function* decodeFrames(
  { input, video, audio }: Source,
  onPacket: () => void = () => {},
): AsyncGenerator<{ track: Track; frame: Frame }> {
  const packet = new Packet();
  packet.alloc();
  const frame = new Frame();
  frame.alloc();
  let decoded = 0;
  let damaged = 0;
  const feed = async function* (track: Track, data: Packet | null) {
    if ((await track.decoder.sendPacket(data)) < 0) damaged++;
    for (;;) {
      const result = await track.decoder.receiveFrame(frame);
      if (result === AVERROR_EAGAIN || result === AVERROR_EOF) return;
      if (result < 0) {
        damaged++;
        return;
      }
      decoded++;
      yield { track, frame };
      frame.unref();
    }
  };
  while ((await input.readFrame(packet)) >= 0) {
    onPacket();
    const track = [video, audio].find((one) => one?.stream.index === packet.streamIndex);
    if (track) yield* feed(track, packet);
    packet.unref();
  }
  yield* feed(video, null);
  if (audio) yield* feed(audio, null);
  if (damaged > decoded * 2) throw new VideoRefusal('unreadable', `${damaged} damaged packets`);
}

/** Releases FFmpeg's resources. */
export async function closeSource({ input, video, audio }: Source): Promise<void> {
  video.decoder.freeContext();
  audio?.decoder.freeContext();
  await input.closeInput();
}

function refuseIfError(result: number, step: string): void {
  if (result < 0) throw new VideoRefusal('unreadable', `${step}: ${FFmpegError.strerror(result)}`);
}
