import { join } from 'node:path';
import { AVFMT_FLAG_BITEXACT, AVFMT_NOFILE } from 'node-av/constants';
import { Dictionary, FFmpegError, FormatContext } from 'node-av/lib';
import type { Packet } from 'node-av/lib';
import type { FilmEncoder } from './video-encoders.ts';
import { SEGMENT_SECONDS } from './video-plan.ts';

/** A file being written; `write` leaves the packet to the caller. */
export type Output = {
  write: (packet: Packet, encoder: FilmEncoder) => void;
  finish: () => Promise<void>;
};

/** One MP4 that can be played while it loads. */
export function openFilmFile(folder: string, encoders: readonly FilmEncoder[]): Output {
  return openOutput('mp4', join(folder, 'video.mp4'), encoders, { movflags: '+faststart' });
}

/** One fragmented MP4 and the playlist of its byte ranges. */
export function openRenditionFile(
  folder: string,
  height: number,
  encoders: readonly FilmEncoder[],
): Output {
  return openOutput('hls', join(folder, `h${height}.m3u8`), encoders, {
    hls_time: SEGMENT_SECONDS,
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
  encoders: readonly FilmEncoder[],
  options: Record<string, string | number>,
): Output {
  const output = new FormatContext();
  check(output.allocOutputContext2(null, format, path), 'allocate');
  // Leaves out the encoder's name and version.
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
