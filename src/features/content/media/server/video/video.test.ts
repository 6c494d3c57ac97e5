import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MediaError } from '../images.ts';
import { readSegments } from './video-plan.ts';
import { filmFacts, writeSample } from './video-samples.testing.ts';
import { processVideo } from './video.ts';

let home = '';
let clip: Buffer;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'video-test-'));
  const source = 'testsrc2=size=540x960:rate=24:duration=2,format=yuv420p';
  const tracks = [{ codec: 'libx264', source }];
  clip = await readFile(await sample('clip.mp4', { format: 'mp4', tracks }));
});
afterAll(() => rm(home, { recursive: true, force: true }));

let folders = 0;
async function newFolder(): Promise<string> {
  const folder = join(home, `out${folders++}`);
  await mkdir(folder);
  return folder;
}

async function file(name: string, data: Uint8Array | string): Promise<string> {
  const path = join(home, name);
  await writeFile(path, data);
  return path;
}

async function sample(name: string, content: Parameters<typeof writeSample>[1]): Promise<string> {
  const path = join(home, name);
  await writeSample(path, content);
  return path;
}

async function process(path: string) {
  const folder = await newFolder();
  const film = await processVideo(path, folder);
  const inside = (name: string) => join(folder, name);
  const facts = async (name: string) => filmFacts(inside(name));
  const playlist = (name: string) => readFile(inside(name), 'utf8');
  return { ...film, folder, inside, facts, playlist };
}

async function refusal(path: string) {
  const error = await processVideo(path, await newFolder()).then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof MediaError ? error.code : error;
}

const H264 = { preset: 'ultrafast' };
const picture = (size: string, seconds: number, more = '') => ({
  codec: 'libx264',
  source: `testsrc2=size=${size}:rate=25:duration=${seconds}${more},format=yuv420p`,
  options: H264,
});
const tone = (codec: string, seconds: number, format: string, samples: number) => ({
  codec,
  source:
    `sine=frequency=440:duration=${seconds}:sample_rate=48000,` +
    `aformat=sample_fmts=${format}:channel_layouts=mono,asetnsamples=${samples}`,
});

describe('what is made of a film', () => {
  test('a clip tells its size and length and gives a poster', async () => {
    const film = await process(await file('clip.mp4', clip));
    expect(film).toMatchObject({ width: 540, height: 960, renditions: [540, 360] });
    expect(film.durationSeconds).toBeCloseTo(2, 1);
    expect(await sharp(film.poster).metadata()).toMatchObject({ width: 540, height: 960 });
    expect((await readdir(film.folder)).sort()).toEqual(
      ['h360.m3u8', 'h360.mp4', 'h540.m3u8', 'h540.mp4', 'master.m3u8', 'video.mp4'].sort(),
    );
  });

  test("a film's segments start at the same moments in every rendition", async () => {
    const path = await sample('cuts.mp4', {
      format: 'mp4',
      // The scene changes where no segment ends.
      tracks: [picture('854x480', 9, ",hue=H='if(gt(t,2.4),3,0)'"), tone('aac', 9, 'fltp', 1024)],
    });
    const film = await process(path);
    expect(film.renditions).toEqual([480, 360]);
    const [high, low] = await Promise.all(
      ['h480', 'h360'].map(async (name) => {
        const segments = readSegments(await film.playlist(`${name}.m3u8`));
        const { keyMoments } = await film.facts(`${name}.mp4`);
        expect(keyMoments).toEqual([0, 4, 8]);
        return segments.map(({ seconds }) => seconds);
      }),
    );
    expect(high).toEqual(low);
    expect(high).toHaveLength(3);
  });

  test('a playlist names every byte of its file once', async () => {
    const { playlist, inside } = await process(await file('bytes.mp4', clip));
    const text = await playlist('h540.m3u8');
    const map = /#EXT-X-MAP:URI="h540.mp4",BYTERANGE="(\d+)@0"/.exec(text)?.[1];
    let next = Number(map);
    for (const { start, bytes } of readSegments(text)) {
      expect(start).toBe(next);
      next += bytes;
    }
    expect(next).toBe((await stat(inside('h540.mp4'))).size);
  });

  test('the master playlist tells players what they need to choose', async () => {
    const { playlist } = await process(
      await sample('choice.mp4', {
        format: 'mp4',
        tracks: [picture('854x480', 1), tone('ac3', 1, 'fltp', 1536)],
      }),
    );
    const lines = (await playlist('master.m3u8')).split('\n');
    const said = lines.filter((line) => line.startsWith('#EXT-X-STREAM-INF:'));
    expect(said).toHaveLength(2);
    expect(said[0]).toMatch(
      /BANDWIDTH=\d+,AVERAGE-BANDWIDTH=\d+,RESOLUTION=854x480,FRAME-RATE=25\.000,CODECS="avc1\.64[0-9a-f]{4},mp4a\.40\.2"$/,
    );
    expect(lines.filter((line) => line.endsWith('.m3u8'))).toEqual(['h480.m3u8', 'h360.m3u8']);
  });

  test('the whole film can be played while it loads', async () => {
    const { inside } = await process(await file('faststart.mp4', clip));
    const bytes = await readFile(inside('video.mp4'));
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  });

  test('a film without sound stays without', async () => {
    const film = await process(await file('mute.mp4', clip));
    expect((await film.facts('video.mp4')).sound).toBeNull();
    expect(await film.playlist('master.m3u8')).not.toContain('mp4a');
  });
});

describe('films as they come', () => {
  test('no rendition is larger than the film', async () => {
    const path = await sample('small.mp4', { format: 'mp4', tracks: [picture('322x202', 1)] });
    const film = await process(path);
    expect(film).toMatchObject({ width: 322, height: 202, renditions: [202] });
    expect(await film.facts('video.mp4')).toMatchObject({ width: 322, height: 202 });
  });

  test('a film of an odd size is made even', async () => {
    const path = await sample('odd.mp4', {
      format: 'mp4',
      tracks: [
        { ...picture('64x64', 1), source: 'testsrc2=size=321x203:duration=1,format=yuv444p' },
      ],
    });
    const film = await process(path);
    expect(film).toMatchObject({ width: 321, height: 203, renditions: [202] });
    expect(await film.facts('h202.mp4')).toMatchObject({
      width: 320,
      height: 202,
      format: 'yuv420p',
    });
  });

  test('a clip filmed sideways is shown upright', async () => {
    const path = await sample('turned.mov', {
      format: 'mov',
      turns: 1,
      tracks: [
        {
          ...picture('640x360', 1),
          source: 'color=red:640x360:d=1,drawbox=w=iw/2:c=blue:t=fill,format=yuv420p',
        },
        tone('pcm_s16le', 1, 's16', 1024),
      ],
    });
    const film = await process(path);
    expect(film).toMatchObject({ width: 360, height: 640, renditions: [360] });
    expect(await film.facts('video.mp4')).toMatchObject({ width: 360, height: 640, turned: false });
    // What was on the left is now on top.
    const top = await sharp(film.poster)
      .extract({ left: 0, top: 0, width: 360, height: 300 })
      .toBuffer();
    const { dominant } = await sharp(top).stats();
    expect(dominant.b).toBeGreaterThan(dominant.r);
  });

  test("a browser's recording without a length is measured", async () => {
    const path = await sample('recorded.webm', {
      format: 'webm',
      options: { live: 1 },
      tracks: [
        {
          ...picture('640x360', 2),
          codec: 'libvpx',
          options: { deadline: 'realtime', 'cpu-used': 8 },
        },
        tone('libopus', 2, 's16', 960),
      ],
    });
    const film = await process(path);
    expect(film.durationSeconds).toBeCloseTo(2, 1);
    expect(await film.facts('video.mp4')).toMatchObject({ sound: 'aac', channels: 2 });
  });

  test('an old AVI with MP3 becomes H.264 with AAC', async () => {
    const path = await sample('old.avi', {
      format: 'avi',
      tracks: [
        { ...picture('480x360', 1), codec: 'mpeg4', options: {} },
        tone('libmp3lame', 1, 's16p', 1152),
      ],
    });
    const film = await process(path);
    expect(await film.facts('h360.mp4')).toMatchObject({ picture: 'h264', sound: 'aac' });
  });

  test('a film in high dynamic range is shown on ordinary screens', async () => {
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
    const film = await process(path);
    expect(await film.facts('h360.mp4')).toMatchObject({ format: 'yuv420p', transfer: 'bt709' });
    // This signal is the white of paper; shown as it is, it would be grey.
    const { channels } = await sharp(film.poster).stats();
    expect(channels[0]?.mean).toBeGreaterThan(200);
  });

  test('more than 60 pictures a second are thinned out', async () => {
    const source = 'testsrc2=size=320x240:rate=120:duration=1,format=yuv420p';
    const path = await sample('fast.mp4', {
      format: 'mp4',
      tracks: [{ ...picture('320x240', 1), source }],
    });
    const { frames } = await (await process(path)).facts('video.mp4');
    expect(frames).toBeGreaterThan(55);
    expect(frames).toBeLessThanOrEqual(62);
  });

  test('an interlaced film keeps its length and its segments', async () => {
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
    const film = await process(path);
    expect(film.durationSeconds).toBeCloseTo(5, 1);
    const segments = readSegments(await film.playlist('h360.m3u8'));
    expect(segments.map(({ seconds }) => Math.round(seconds))).toEqual([4, 1]);
    expect((await film.facts('h360.mp4')).keyMoments).toEqual([0, 4]);
  });

  test('sound that pauses stays in step with the pictures', async () => {
    const speech = tone('libopus', 4, 's16', 960);
    const path = await sample('pause.webm', {
      format: 'webm',
      tracks: [
        {
          ...picture('320x240', 9),
          codec: 'libvpx',
          options: { deadline: 'realtime', 'cpu-used': 8 },
        },
        { ...speech, source: `${speech.source},asetpts='if(gt(T,2),PTS+4/TB,PTS)'` },
      ],
    });
    const { soundSeconds, longestSoundGap } = await (await process(path)).facts('video.mp4');
    expect(soundSeconds).toBeCloseTo(9, 1);
    expect(longestSoundGap).toBeLessThan(0.03);
  });

  test('what was recorded with a place says nothing of it', async () => {
    const place = '+48.8577+002.2950/';
    const path = await sample('place.mov', {
      format: 'mov',
      options: { movflags: 'use_metadata_tags' },
      metadata: {
        location: place,
        'com.apple.quicktime.location.ISO6709': place,
        title: 'At home',
      },
      tracks: [picture('480x360', 1)],
    });
    expect((await readFile(path)).includes(place)).toBe(true);
    const film = await process(path);
    const names = await readdir(film.folder);
    expect(names).toContain('video.mp4');
    for (const name of names) {
      const bytes = await readFile(film.inside(name));
      expect([name, bytes.includes('48.85'), bytes.includes('At home')]).toEqual([
        name,
        false,
        false,
      ]);
    }
  });
});

describe('films at fault', () => {
  test('a file with sound alone is refused', async () => {
    const path = await sample('silence.mp4', {
      format: 'mp4',
      tracks: [tone('aac', 1, 'fltp', 1024)],
    });
    expect(await refusal(path)).toBe('no-picture');
  });

  test('a film of enormous pictures is refused', async () => {
    const huge = { ...picture('64x64', 1), source: 'color=red:8192x8192:r=1:d=1,format=yuv420p' };
    const path = await sample('huge.avi', {
      format: 'avi',
      tracks: [{ ...huge, codec: 'mjpeg', options: { strict: -1 } }],
    });
    expect(await refusal(path)).toBe('too-large-dimensions');
  });

  test.each([
    ['noise', (good: Buffer) => Buffer.from(good.map((byte, i) => byte ^ (i * 37)))],
    ['a clip cut off in its index', (good: Buffer) => good.subarray(0, 600)],
    ['a clip cut off in the middle', (good: Buffer) => good.subarray(0, good.length * 0.6)],
    ['an empty file', () => Buffer.alloc(0)],
    ['a clip without pictures', (good: Buffer) => good.subarray(0, good.indexOf('mdat') + 4)],
  ])('%s is refused', async (_case, spoil) => {
    expect(await refusal(await file('bad.mp4', spoil(clip)))).toBe('unreadable');
  });

  test('a playlist that names another file is not followed', async () => {
    await file('secret.mp4', clip);
    for (const playlist of [
      'ffconcat version 1.0\nfile secret.mp4\n',
      '#EXTM3U\n#EXTINF:2,\nsecret.mp4\n',
    ]) {
      expect(await refusal(await file('list.mp4', playlist))).toBe('unreadable');
    }
  });
});

describe('faults that are not the film’s', () => {
  test('a file that is not there is an error of ours', async () => {
    expect(await refusal(join(home, 'missing.mp4'))).toMatchObject({ code: 'ENOENT' });
  });

  test.each(['video.mp4', 'h540.mp4', 'master.m3u8'])(
    'a disk too full for %s is an error of ours',
    async (name) => {
      const folder = await newFolder();
      await symlink('/dev/full', join(folder, name));
      const error: unknown = await processVideo(await file('full.mp4', clip), folder).catch(
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(MediaError);
    },
  );

  test.each([
    ['crashes', 'SIGSEGV', 'unreadable'],
    [
      'is killed by the system',
      'SIGKILL',
      expect.objectContaining({ message: expect.stringContaining('SIGKILL') }),
    ],
    ['hangs', 'SIGSTOP', 'unreadable'],
  ] as const)('when the film maker %s, the server goes on', async (_case, signal, outcome) => {
    const folder = await newFolder();
    const path = await file('doomed.mp4', clip);
    const work = processVideo(path, folder, { stalledMs: 2000 }).catch((reason: unknown) => reason);
    execFileSync('kill', [`-${signal.slice(3)}`, String(await makerOf(folder))]);
    const error = await work;
    expect(error instanceof MediaError ? error.code : error).toEqual(outcome);
  });

  test('a film nobody waits for any more is given up', async () => {
    const folder = await newFolder();
    const stop = new AbortController();
    const work = processVideo(await file('given-up.mp4', clip), folder, { signal: stop.signal });
    await makerOf(folder);
    stop.abort(new Error('closing'));
    await expect(work).rejects.toThrow('closing');
  });
});

/** The process that writes into `folder`. */
async function makerOf(folder: string): Promise<number> {
  for (;;) {
    for (const entry of await readdir('/proc')) {
      const command = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '');
      if (command.split('\0').includes(folder)) return Number(entry);
    }
  }
}
