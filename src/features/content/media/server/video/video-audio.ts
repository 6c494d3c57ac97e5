import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_SAMPLE_FMT_FLTP,
  AV_SAMPLE_FMT_U8,
  AV_SAMPLE_FMT_U8P,
} from 'node-av/constants';
import { avChannelLayoutDefault, FFmpegError, Frame, Rational } from 'node-av/lib';
import type { ChannelLayout } from 'node-av/lib';
import { AUDIO_SAMPLE_RATE, startFilters } from './video-filters.ts';
import type { Filters } from './video-filters.ts';
import { MAX_SECONDS, VideoRefusal } from './video-limits.ts';

// Samples of an AAC frame.
const SAMPLES_PER_FRAME = 1024;
// FFmpeg could fill longer gaps, but would keep them in memory.
const LONGEST_GAP_SECONDS = 1;

type AudioFormat = Pick<Frame, 'format' | 'sampleRate'> & { channelLayout: ChannelLayout };
const SILENCE: AudioFormat = {
  format: AV_SAMPLE_FMT_FLTP,
  sampleRate: AUDIO_SAMPLE_RATE,
  channelLayout: { nbChannels: 2, order: AV_CHANNEL_ORDER_NATIVE, mask: 3n },
};

type AudioTrack = {
  /** `seconds` since the start of the video; null if the file has no timestamp. */
  add: (frame: Frame, seconds: number | null) => void;
  /** Appends silence up to this time, so that the audio does not fall behind the video. */
  silenceUntil: (seconds: number) => void;
  end: () => void;
  endSeconds: () => number;
};

/** Converts the audio of a video to one continuous stereo track: gaps become silence, overlaps are cut. */
export function createAudioTrack(onAudio: (frame: Frame) => void): AudioTrack {
  const filters = createAudioFilters(onAudio);
  let format = SILENCE;
  let end = 0;
  let audioEnd = 0;
  const push = (frame: Frame, seconds: number) => {
    const { sampleRate, nbSamples } = frame;
    filters.use(format, end);
    end = Math.max(end, seconds + nbSamples / sampleRate);
    frame.pts = BigInt(Math.round(seconds * sampleRate));
    frame.timeBase = new Rational(1, sampleRate);
    filters.push(frame);
  };
  const silenceUntil = (seconds: number) => {
    while (end < seconds) {
      const silence = createSilence(format, Math.min(LONGEST_GAP_SECONDS, seconds - end));
      push(silence, end);
      silence.free();
    }
  };
  return {
    add: (frame, declaredSecondsOfFrame) => {
      const seconds = declaredSecondsOfFrame ?? end;
      if (seconds > MAX_SECONDS) throw new VideoRefusal('unreadable', 'wild clock');
      if (seconds - end > LONGEST_GAP_SECONDS) silenceUntil(seconds);
      const channelLayout = knownLayout(frame.channelLayout);
      frame.channelLayout = channelLayout;
      format = { format: frame.format, sampleRate: frame.sampleRate, channelLayout };
      push(frame, seconds);
      audioEnd = end;
    },
    silenceUntil,
    end: filters.finish,
    endSeconds: () => audioEnd,
  };
}

// Audio that changes its format gets new filters, which continue where the old ones ended.
function createAudioFilters(onAudio: (frame: Frame) => void) {
  let filters: Filters | null = null;
  let source = '';
  const finish = () => {
    filters?.push(null);
    filters?.free();
    filters = null;
  };
  return {
    use: (format: AudioFormat, seconds: number) => {
      const nextSource = audioSource(format);
      if (filters && nextSource === source) return;
      finish();
      source = nextSource;
      const description = `${source},${standardAudio(Math.round(seconds * AUDIO_SAMPLE_RATE))}`;
      filters = startFilters(description, 1, 'abuffer', (_, frame) => onAudio(frame));
    },
    push: (frame: Frame) => filters?.push(frame),
    finish,
  };
}

function knownLayout(layout: ChannelLayout): ChannelLayout {
  const known = layout.order === AV_CHANNEL_ORDER_NATIVE && layout.mask > 0n;
  return known ? layout : avChannelLayoutDefault(layout.nbChannels);
}

function audioSource({ format, sampleRate, channelLayout }: AudioFormat): string {
  const layout = `0x${channelLayout.mask.toString(16)}`;
  return `abuffer@in=time_base=1/${sampleRate}:sample_rate=${sampleRate}:sample_fmt=${format}:channel_layout=${layout}`;
}

function standardAudio(firstSample: number): string {
  return (
    `aresample=${AUDIO_SAMPLE_RATE}:async=1:first_pts=${firstSample},` +
    `aformat=sample_fmts=fltp:channel_layouts=stereo,asetnsamples=n=${SAMPLES_PER_FRAME},abuffersink@out0`
  );
}

function createSilence({ format, sampleRate, channelLayout }: AudioFormat, seconds: number): Frame {
  const frame = new Frame();
  frame.alloc();
  frame.format = format;
  frame.sampleRate = sampleRate;
  frame.channelLayout = channelLayout;
  frame.nbSamples = Math.max(1, Math.round(seconds * sampleRate));
  FFmpegError.throwIfError(frame.allocBuffer(), 'allocate silence');
  const level = format === AV_SAMPLE_FMT_U8 || format === AV_SAMPLE_FMT_U8P ? 0x80 : 0;
  for (const plane of frame.extendedData ?? []) plane.fill(level);
  return frame;
}
