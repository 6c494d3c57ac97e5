import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MediaError } from '../images.ts';
import { findPeakBits, readSegments } from './video-plan.ts';
import { readVideoFacts, writeSample } from './video-samples.testing.ts';
import { processVideo } from './video.ts';

let testFolder = '';
let sampleVideo: Buffer;
beforeAll(async () => {
  testFolder = await mkdtemp(join(tmpdir(), 'video-test-'));
  const source = 'testsrc2=size=540x960:rate=24:duration=2,format=yuv420p';
  const tracks = [{ codec: 'libx264', source }];
  sampleVideo = await readFile(await sample('clip.mp4', { format: 'mp4', tracks }));
});
afterAll(() => rm(testFolder, { recursive: true, force: true }));

let folders = 0;
async function newFolder(): Promise<string> {
  const folder = join(testFolder, `out${folders++}`);
  await mkdir(folder);
  return folder;
}

async function file(name: string, data: Uint8Array | string): Promise<string> {
  const path = join(testFolder, name);
  await writeFile(path, data);
  return path;
}

async function sample(name: string, content: Parameters<typeof writeSample>[1]): Promise<string> {
  const path = join(testFolder, name);
  await writeSample(path, content);
  return path;
}

async function process(path: string) {
  const folder = await newFolder();
  const video = await processVideo(path, folder);
  const inside = (name: string) => join(folder, name);
  const facts = async (name: string) => readVideoFacts(inside(name));
  const playlist = (name: string) => readFile(inside(name), 'utf8');
  return { ...video, folder, inside, facts, playlist };
}

async function refusal(path: string) {
  const error = await processVideo(path, await newFolder()).then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof MediaError ? error.code : error;
}

const H264 = { preset: 'ultrafast' };
const videoTrack = (size: string, seconds: number, more = '') => ({
  codec: 'libx264',
  source: `testsrc2=size=${size}:rate=25:duration=${seconds}${more},format=yuv420p`,
  options: H264,
});
const audioTrack = (codec: string, seconds: number, format: string, samples: number) => ({
  codec,
  source:
    `sine=frequency=440:duration=${seconds}:sample_rate=48000,` +
    `aformat=sample_fmts=${format}:channel_layouts=mono,asetnsamples=${samples}`,
});

describe('a processed video', () => {
  test('has its size, duration and poster', async () => {
    const video = await process(await file('clip.mp4', sampleVideo));
    expect(video).toMatchObject({ width: 540, height: 960, renditions: [540, 360] });
    expect(video.durationSeconds).toBeCloseTo(2, 1);
    expect(await sharp(video.poster).metadata()).toMatchObject({ width: 540, height: 960 });
    expect((await readdir(video.folder)).sort()).toEqual(
      ['h360.m3u8', 'h360.mp4', 'h540.m3u8', 'h540.mp4', 'master.m3u8', 'video.mp4'].sort(),
    );
  });

  test('has segments that start at the same times in every rendition, and short ones first', async () => {
    const path = await sample('cuts.mp4', {
      format: 'mp4',
      // A scene change within a segment.
      tracks: [
        videoTrack('854x480', 9, ",hue=H='if(gt(t,2.4),3,0)'"),
        audioTrack('aac', 9, 'fltp', 1024),
      ],
    });
    const video = await process(path);
    expect(video.renditions).toEqual([480, 360]);
    const [high, low] = await Promise.all(
      ['h480', 'h360'].map(async (name) => {
        const segments = readSegments(await video.playlist(`${name}.m3u8`));
        const { keyframeTimes } = await video.facts(`${name}.mp4`);
        expect(keyframeTimes).toEqual([0, 1, 2, 4, 8]);
        return segments.map(({ seconds }) => seconds);
      }),
    );
    expect(high).toEqual(low);
    expect(high?.map(Math.round)).toEqual([1, 1, 2, 4, 1]);
  });

  test('has playlists that cover every byte of the file once', async () => {
    const { playlist, inside } = await process(await file('bytes.mp4', sampleVideo));
    const text = await playlist('h540.m3u8');
    const map = /#EXT-X-MAP:URI="h540.mp4",BYTERANGE="(\d+)@0"/.exec(text)?.[1];
    let next = Number(map);
    for (const { start, bytes } of readSegments(text)) {
      expect(start).toBe(next);
      next += bytes;
    }
    expect(next).toBe((await stat(inside('h540.mp4'))).size);
  });

  test('has a master playlist with bandwidth, resolution, frame rate and codecs', async () => {
    const { playlist } = await process(
      await sample('choice.mp4', {
        format: 'mp4',
        tracks: [videoTrack('854x480', 1), audioTrack('ac3', 1, 'fltp', 1536)],
      }),
    );
    const lines = (await playlist('master.m3u8')).split('\n');
    const streamInfos = lines.filter((line) => line.startsWith('#EXT-X-STREAM-INF:'));
    expect(streamInfos).toHaveLength(2);
    expect(streamInfos[0]).toMatch(
      /BANDWIDTH=\d+,AVERAGE-BANDWIDTH=\d+,RESOLUTION=854x480,FRAME-RATE=25\.000,CODECS="avc1\.64[0-9a-f]{4},mp4a\.40\.2"$/,
    );
    expect(lines.filter((line) => line.endsWith('.m3u8'))).toEqual(['h480.m3u8', 'h360.m3u8']);
  });

  test('has a peak bandwidth over at least two seconds, which a single keyframe does not raise', () => {
    const segments = [
      { seconds: 1, start: 0, bytes: 300 },
      { seconds: 1, start: 300, bytes: 100 },
      { seconds: 2, start: 400, bytes: 100 },
      { seconds: 4, start: 500, bytes: 1200 },
      { seconds: 0.5, start: 1700, bytes: 900 },
    ];
    expect(findPeakBits(segments)).toBe(300 * 8);
    expect(findPeakBits(segments.slice(0, 1))).toBe(300 * 8);
  });

  test('can be played while it loads', async () => {
    const { inside } = await process(await file('faststart.mp4', sampleVideo));
    const bytes = await readFile(inside('video.mp4'));
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  });

  test('has no audio if the original has none', async () => {
    const video = await process(await file('mute.mp4', sampleVideo));
    expect((await video.facts('video.mp4')).audio).toBeNull();
    expect(await video.playlist('master.m3u8')).not.toContain('mp4a');
  });
});

describe('videos of all kinds', () => {
  test('no rendition is larger than the original', async () => {
    const path = await sample('small.mp4', { format: 'mp4', tracks: [videoTrack('322x202', 1)] });
    const video = await process(path);
    expect(video).toMatchObject({ width: 322, height: 202, renditions: [202] });
    expect(await video.facts('video.mp4')).toMatchObject({ width: 322, height: 202 });
  });

  test('odd sizes are rounded to even ones', async () => {
    const path = await sample('odd.mp4', {
      format: 'mp4',
      tracks: [
        { ...videoTrack('64x64', 1), source: 'testsrc2=size=321x203:duration=1,format=yuv444p' },
      ],
    });
    const video = await process(path);
    expect(video).toMatchObject({ width: 321, height: 203, renditions: [202] });
    expect(await video.facts('h202.mp4')).toMatchObject({
      width: 320,
      height: 202,
      format: 'yuv420p',
    });
  });

  test('a rotated video is shown upright', async () => {
    const path = await sample('turned.mov', {
      format: 'mov',
      turns: 1,
      tracks: [
        {
          ...videoTrack('640x360', 1),
          source: 'color=red:640x360:d=1,drawbox=w=iw/2:c=blue:t=fill,format=yuv420p',
        },
        audioTrack('pcm_s16le', 1, 's16', 1024),
      ],
    });
    const video = await process(path);
    expect(video).toMatchObject({ width: 360, height: 640, renditions: [360] });
    expect(await video.facts('video.mp4')).toMatchObject({
      width: 360,
      height: 640,
      turned: false,
    });
    // The left side of the original is now at the top.
    const top = await sharp(video.poster)
      .extract({ left: 0, top: 0, width: 360, height: 300 })
      .toBuffer();
    const { dominant } = await sharp(top).stats();
    expect(dominant.b).toBeGreaterThan(dominant.r);
  });

  test('the duration of a browser recording without one is measured', async () => {
    const path = await sample('recorded.webm', {
      format: 'webm',
      options: { live: 1 },
      tracks: [
        {
          ...videoTrack('640x360', 2),
          codec: 'libvpx',
          options: { deadline: 'realtime', 'cpu-used': 8 },
        },
        audioTrack('libopus', 2, 's16', 960),
      ],
    });
    const video = await process(path);
    expect(video.durationSeconds).toBeCloseTo(2, 1);
    expect(await video.facts('video.mp4')).toMatchObject({ audio: 'aac', channels: 2 });
  });

  test('an old AVI with MP3 becomes H.264 with AAC', async () => {
    const path = await sample('old.avi', {
      format: 'avi',
      tracks: [
        { ...videoTrack('480x360', 1), codec: 'mpeg4', options: {} },
        audioTrack('libmp3lame', 1, 's16p', 1152),
      ],
    });
    const video = await process(path);
    expect(await video.facts('h360.mp4')).toMatchObject({ video: 'h264', audio: 'aac' });
  });

  test('high dynamic range is converted to standard dynamic range', async () => {
    const colours =
      'setparams=colorspace=bt2020nc:color_primaries=bt2020:color_trc=smpte2084:range=tv';
    const x265 = 'log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc';
    const path = await sample('hdr.mp4', {
      format: 'mp4',
      tracks: [
        {
          codec: 'libx265',
          source: `color=0x949494:640x360:d=1:r=10,format=yuv420p10le,${colours}`,
          options: { ...H264, 'x265-params': x265 },
        },
      ],
    });
    const video = await process(path);
    expect(await video.facts('h360.mp4')).toMatchObject({ format: 'yuv420p', transfer: 'bt709' });
    // This signal is paper white; without conversion it would be grey.
    const { channels } = await sharp(video.poster).stats();
    expect(channels[0]?.mean).toBeGreaterThan(200);
  });

  test('frames beyond 60 a second are dropped', async () => {
    const source = 'testsrc2=size=320x240:rate=120:duration=1,format=yuv420p';
    const path = await sample('fast.mp4', {
      format: 'mp4',
      tracks: [{ ...videoTrack('320x240', 1), source }],
    });
    const { frames } = await (await process(path)).facts('video.mp4');
    expect(frames).toBeGreaterThan(55);
    expect(frames).toBeLessThanOrEqual(62);
  });

  test('an interlaced video keeps its duration and segments', async () => {
    const path = await sample('woven.mov', {
      format: 'mov',
      tracks: [
        {
          codec: 'libx264',
          source: 'testsrc2=size=480x360:rate=25:duration=5,setfield=tff,format=yuv420p',
          options: { ...H264, flags: '+ildct+ilme' },
        },
      ],
    });
    const video = await process(path);
    expect(video.durationSeconds).toBeCloseTo(5, 1);
    const segments = readSegments(await video.playlist('h360.m3u8'));
    expect(segments.map(({ seconds }) => Math.round(seconds))).toEqual([1, 1, 2, 1]);
    expect((await video.facts('h360.mp4')).keyframeTimes).toEqual([0, 1, 2, 4]);
  });

  test('audio with a pause stays in sync', async () => {
    const speech = audioTrack('libopus', 4, 's16', 960);
    const path = await sample('pause.webm', {
      format: 'webm',
      tracks: [
        {
          ...videoTrack('320x240', 9),
          codec: 'libvpx',
          options: { deadline: 'realtime', 'cpu-used': 8 },
        },
        { ...speech, source: `${speech.source},asetpts='if(gt(T,2),PTS+4/TB,PTS)'` },
      ],
    });
    const { audioSeconds, longestAudioGap } = await (await process(path)).facts('video.mp4');
    expect(audioSeconds).toBeCloseTo(9, 1);
    expect(longestAudioGap).toBeLessThan(0.03);
  });

  test('metadata such as the location is removed', async () => {
    const place = '+48.8577+002.2950/';
    const path = await sample('place.mov', {
      format: 'mov',
      options: { movflags: 'use_metadata_tags' },
      metadata: {
        location: place,
        'com.apple.quicktime.location.ISO6709': place,
        title: 'At home',
      },
      tracks: [videoTrack('480x360', 1)],
    });
    expect((await readFile(path)).includes(place)).toBe(true);
    const video = await process(path);
    const names = await readdir(video.folder);
    expect(names).toContain('video.mp4');
    for (const name of names) {
      const bytes = await readFile(video.inside(name));
      expect([name, bytes.includes('48.85'), bytes.includes('At home')]).toEqual([
        name,
        false,
        false,
      ]);
    }
  });
});

describe('unusable videos', () => {
  test('a file without video is refused', async () => {
    const path = await sample('silence.mp4', {
      format: 'mp4',
      tracks: [audioTrack('aac', 1, 'fltp', 1024)],
    });
    expect(await refusal(path)).toBe('no-picture');
  });

  test('a video with enormous dimensions is refused', async () => {
    const huge = {
      ...videoTrack('64x64', 1),
      source: 'color=red:8192x8192:r=1:d=1,format=yuv420p',
    };
    const path = await sample('huge.avi', {
      format: 'avi',
      tracks: [{ ...huge, codec: 'mjpeg', options: { strict: -1 } }],
    });
    expect(await refusal(path)).toBe('too-large-dimensions');
  });

  test.each([
    ['noise', (good: Buffer) => Buffer.from(good.map((byte, i) => byte ^ (i * 37)))],
    ['a video truncated in its index', (good: Buffer) => good.subarray(0, 600)],
    ['a video truncated in the middle', (good: Buffer) => good.subarray(0, good.length * 0.6)],
    ['an empty file', () => Buffer.alloc(0)],
    ['a video without frames', (good: Buffer) => good.subarray(0, good.indexOf('mdat') + 4)],
  ])('%s is refused', async (_case, spoil) => {
    expect(await refusal(await file('bad.mp4', spoil(sampleVideo)))).toBe('unreadable');
  });

  test('a playlist that names another file or an address is refused, and nothing is requested', async () => {
    let requests = 0;
    const server = createServer((socket) => {
      requests += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    try {
      const secret = await file('secret.mp4', sampleVideo);
      const { port } = server.address() as AddressInfo;
      // Each form of a playlist names an address, and each a file in another way.
      const address = `http://127.0.0.1:${port}/x.mp4`;
      const inPlaylists: [file: string, name: string, playlist: (target: string) => string][] = [
        ['secret.mp4', 'list.mp4', (target) => `ffconcat version 1.0\nfile ${target}\n`],
        [
          secret,
          'list.mp4',
          (target) => `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${target}\n#EXT-X-ENDLIST\n`,
        ],
        [
          `file:${secret}`,
          'list.webm',
          (target) => `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${target}\n`,
        ],
        [
          secret,
          'list.avi',
          (target) =>
            `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT2S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1"><BaseURL>${target}</BaseURL><SegmentBase/></Representation></AdaptationSet></Period></MPD>`,
        ],
      ];
      const sdp = `v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nt=0 0\nm=video ${port} RTP/AVP 96\n`;
      const playlists = inPlaylists.flatMap(([path, name, playlist]) =>
        [path, address].map((target): [string, string] => [name, playlist(target)]),
      );
      for (const [name, playlist] of [...playlists, ['list.mkv', sdp] as const]) {
        expect(await refusal(await file(name, playlist)), playlist).toBe('unreadable');
      }
      expect(requests).toBe(0);
    } finally {
      server.close();
    }
  });
});

describe('errors not caused by the video', () => {
  test('a missing file is not a MediaError', async () => {
    expect(await refusal(join(testFolder, 'missing.mp4'))).toMatchObject({ code: 'ENOENT' });
  });

  test.each(['video.mp4', 'h540.mp4', 'master.m3u8'])(
    'a full disk while writing %s is not a MediaError',
    async (name) => {
      const folder = await newFolder();
      await symlink('/dev/full', join(folder, name));
      const error: unknown = await processVideo(await file('full.mp4', sampleVideo), folder).catch(
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(MediaError);
    },
  );

  test.each([
    ['crashes', 'SIGILL', 'unreadable'],
    [
      'is killed by the system',
      'SIGKILL',
      expect.objectContaining({ message: expect.stringContaining('SIGKILL') }),
    ],
    ['hangs', 'SIGSTOP', 'unreadable'],
  ] as const)('when the child process %s, the server continues', async (_case, signal, outcome) => {
    const folder = await newFolder();
    const path = await file('doomed.mp4', sampleVideo);
    // Only a child that hangs is to end by this time: a busy machine may take longer to kill the others.
    const options = signal === 'SIGSTOP' ? { stalledMs: 2000 } : {};
    const work = processVideo(path, folder, options).catch((reason: unknown) => reason);
    execFileSync('kill', [`-${signal.slice(3)}`, String(await findChildProcess(folder))]);
    const error = await work;
    expect(error instanceof MediaError ? error.code : error).toEqual(outcome);
  });

  test('processing can be aborted', async () => {
    const folder = await newFolder();
    const stop = new AbortController();
    const work = processVideo(await file('aborted.mp4', sampleVideo), folder, {
      signal: stop.signal,
    });
    await findChildProcess(folder);
    stop.abort(new Error('closing'));
    await expect(work).rejects.toThrow('closing');
  });
});

/** The process that writes into `folder`. */
async function findChildProcess(folder: string): Promise<number> {
  for (;;) {
    for (const entry of await readdir('/proc')) {
      const command = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '');
      const [program = '', ...args] = command.split('\0');
      // Not one of the wrappers that contain the process.
      if (args.includes(folder) && !/(bwrap|prlimit|setpriv)$/.test(program)) return Number(entry);
    }
  }
}
