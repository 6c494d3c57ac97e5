import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_SAMPLE_FMT_FLTP,
  AV_SAMPLE_FMT_U8,
  AV_SAMPLE_FMT_U8P,
} from 'node-av/constants';
import { avChannelLayoutDefault, FFmpegError, Frame, Rational } from 'node-av/lib';
import type { ChannelLayout } from 'node-av/lib';
import { SOUND_RATE, startFilters } from './video-filters.ts';
import type { Filters } from './video-filters.ts';
import { MAX_SECONDS, VideoRefusal } from './video-limits.ts';

// AAC takes this many samples at a time.
const SAMPLES = 1024;
// FFmpeg would fill a longer gap by itself, but hold all of it in memory.
const LONGEST_GAP_SECONDS = 1;

type SoundFormat = Pick<Frame, 'format' | 'sampleRate'> & { channelLayout: ChannelLayout };
const SILENCE: SoundFormat = {
  format: AV_SAMPLE_FMT_FLTP,
  sampleRate: SOUND_RATE,
  channelLayout: { nbChannels: 2, order: AV_CHANNEL_ORDER_NATIVE, mask: 3n },
};

type Sound = {
  /** `seconds` since the film's start, null when the file does not say. */
  play: (frame: Frame, seconds: number | null) => void;
  /** Fills up with silence to this moment, so that the sound nowhere lags behind the pictures. */
  silenceUntil: (seconds: number) => void;
  end: () => void;
  endSeconds: () => number;
};

/** Makes a film's sound one unbroken stereo track; gaps become silence, overlaps are cut. */
export function createSound(onSound: (frame: Frame) => void): Sound {
  const filters = createSoundFilters(onSound);
  let format = SILENCE;
  let end = 0;
  let heard = 0;
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
    play: (frame, saidSeconds) => {
      const seconds = saidSeconds ?? end;
      if (seconds > MAX_SECONDS) throw new VideoRefusal('unreadable', 'wild clock');
      if (seconds - end > LONGEST_GAP_SECONDS) silenceUntil(seconds);
      const channelLayout = knownLayout(frame.channelLayout);
      frame.channelLayout = channelLayout;
      format = { format: frame.format, sampleRate: frame.sampleRate, channelLayout };
      push(frame, seconds);
      heard = end;
    },
    silenceUntil,
    end: filters.finish,
    endSeconds: () => heard,
  };
}

// Sound that changes its format on the way gets new filters, which go on where the old ones ended.
function createSoundFilters(onSound: (frame: Frame) => void) {
  let filters: Filters | null = null;
  let source = '';
  const finish = () => {
    filters?.push(null);
    filters?.free();
    filters = null;
  };
  return {
    use: (format: SoundFormat, seconds: number) => {
      const wanted = soundSource(format);
      if (filters && wanted === source) return;
      finish();
      source = wanted;
      const description = `${source},${standardSound(Math.round(seconds * SOUND_RATE))}`;
      filters = startFilters(description, 1, 'abuffer', (_, frame) => onSound(frame));
    },
    push: (frame: Frame) => filters?.push(frame),
    finish,
  };
}

function knownLayout(layout: ChannelLayout): ChannelLayout {
  const known = layout.order === AV_CHANNEL_ORDER_NATIVE && layout.mask > 0n;
  return known ? layout : avChannelLayoutDefault(layout.nbChannels);
}

function soundSource({ format, sampleRate, channelLayout }: SoundFormat): string {
  const layout = `0x${channelLayout.mask.toString(16)}`;
  return `abuffer@in=time_base=1/${sampleRate}:sample_rate=${sampleRate}:sample_fmt=${format}:channel_layout=${layout}`;
}

function standardSound(firstSample: number): string {
  return (
    `aresample=${SOUND_RATE}:async=1:first_pts=${firstSample},` +
    `aformat=sample_fmts=fltp:channel_layouts=stereo,asetnsamples=n=${SAMPLES},abuffersink@out0`
  );
}

function createSilence({ format, sampleRate, channelLayout }: SoundFormat, seconds: number): Frame {
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
