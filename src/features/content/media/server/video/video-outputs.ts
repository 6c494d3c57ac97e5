import { join } from 'node:path';
import { AVFMT_FLAG_BITEXACT, AVFMT_NOFILE } from 'node-av/constants';
import { Dictionary, FFmpegError, FormatContext } from 'node-av/lib';
import type { Packet } from 'node-av/lib';
import type { StreamEncoder } from './video-encoders.ts';

/** A file being written; `write` copies the packet. */
export type Output = {
  write: (packet: Packet, encoder: StreamEncoder) => void;
  finish: () => Promise<void>;
};

/** Opens an MP4 file that can be played while it loads. */
export function openVideoFile(folder: string, encoders: readonly StreamEncoder[]): Output {
  return openOutput('mp4', join(folder, 'video.mp4'), encoders, { movflags: '+faststart' });
}

/** Opens a fragmented MP4 file with a playlist of its byte ranges. */
export function openRenditionFile(
  folder: string,
  height: number,
  encoders: readonly StreamEncoder[],
): Output {
  return openOutput('hls', join(folder, `h${height}.m3u8`), encoders, {
    // Every keyframe starts a segment; the encoder decides where.
    hls_time: 0.1,
    hls_playlist_type: 'vod',
    hls_segment_type: 'fmp4',
    hls_flags: 'single_file+independent_segments',
    hls_segment_options: 'movflags=+negative_cts_offsets',
    avoid_negative_ts: 'disabled',
    hls_segment_filename: join(folder, `h${height}.mp4`),
  });
}

function openOutput(
  format: 'mp4' | 'hls',
  path: string,
  encoders: readonly StreamEncoder[],
  options: Record<string, string | number>,
): Output {
  const output = new FormatContext();
  check(output.allocOutputContext2(null, format, path), 'allocate');
  // Omits the name and version of the encoder.
  output.setFlags(AVFMT_FLAG_BITEXACT);
  const streams = encoders.map(({ context }) => {
    const stream = output.newStream(null);
    check(stream.codecpar.fromContext(context), 'describe a stream');
    stream.timeBase = context.timeBase;
    if (context.width > 0) stream.avgFrameRate = context.framerate;
    return stream;
  });
  if (!output.oformat?.hasFlags(AVFMT_NOFILE)) check(output.openOutputSync(), `create ${path}`);
  check(output.writeHeaderSync(Dictionary.fromObject(options)), 'write the header');

  return {
    write: (packet, encoder) => {
      const index = encoders.indexOf(encoder);
      const copy = packet.clone();
      const stream = streams[index];
      if (!copy || !stream) throw new Error('no stream for a packet');
      copy.streamIndex = index;
      copy.rescaleTs(encoder.context.timeBase, stream.timeBase);
      check(output.interleavedWriteFrameSync(copy), `write ${path}`);
      copy.free();
    },
    finish: async () => {
      check(await output.writeTrailer(), `finish ${path}`);
      await output.closeOutput();
      output.freeContext();
    },
  };
}

function check(result: number, step: string): void {
  FFmpegError.throwIfError(result, step);
}
