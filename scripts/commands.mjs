// The commands of package.json: what `--help` says of each, and the arguments that it takes.
// This file must run without installed packages on Node 20.19 or later.
import { parseArgs } from 'node:util';

/** Options with a `value` take a text, such as `--size=10000`; all others are switches. */
export const COMMANDS = {
  'scripts/start.ts': {
    summary: 'starts the server; variables configure it, see docs/configuration.md',
    isProduct: true,
  },
  'scripts/demo.ts': {
    summary: 'starts the product with demo data and payments in test mode',
    isProduct: true,
  },
  'scripts/dev.ts': { summary: 'starts the demo, which reloads as you edit', isProduct: true },
  'scripts/build.ts': { summary: 'builds pages and server', isProduct: true },
  'scripts/migrate.ts': { summary: 'migrates the database', isProduct: true },
  'scripts/doctor.ts': {
    summary: 'checks the configuration from end to end',
    isProduct: true,
    options: { 'mail-to': { value: 'EMAIL', help: 'sends a test mail' } },
  },
  'scripts/backup.ts': {
    summary: 'backs up database and files, also while the product runs',
    isProduct: true,
    options: { list: { help: 'lists the backups and makes none' } },
  },
  'scripts/restore.ts': {
    summary: 'restores the newest backup into an empty database and storage',
    isProduct: true,
    positionals: { name: '[ID]', most: 1, help: 'the backup to restore' },
    options: {
      list: { help: 'lists the backups and restores none' },
      'other-secret': { help: 'restores although SECRET is not that of the backup' },
    },
  },
  'scripts/storage-check.ts': {
    summary: 'compares stored files with the rows that name them',
    isProduct: true,
  },
  'scripts/audit-verify.ts': {
    summary: 'verifies the chained log of decisions',
    isProduct: true,
  },
  'scripts/ledger-check.ts': { summary: 'checks that the ledger adds up', isProduct: true },
  'scripts/reset-second-factor.ts': {
    summary: 'turns off the two-factor authentication of a user',
    isProduct: true,
    positionals: { name: 'EMAIL', least: 1, most: 1, help: 'the address of the user' },
  },
  'scripts/reseal.ts': {
    summary: 'encrypts secrets, answers and files with the newest SECRET',
    isProduct: true,
  },
  'scripts/check.ts': { summary: 'runs the quick checks; run it before every commit' },
  'scripts/test.ts': {
    summary: 'runs all checks and tests',
    options: { long: { help: 'with all journeys and many more runs of each property' } },
  },
  'scripts/kills.ts': {
    summary: 'kills the server during everything that moves money or files',
    options: { kills: { value: 'NUMBER', default: '200', help: 'how often' } },
  },
  'scripts/failovers.ts': {
    summary: 'fails over between two processes and two databases under load',
    options: { rounds: { value: 'NUMBER', default: '5', help: 'how often' } },
  },
  'scripts/upload-test.ts': {
    summary: 'uploads a file through a killed server and compares every byte',
    options: { megabytes: { value: 'NUMBER', default: '2048', help: 'the size of the file' } },
  },
  'scripts/image-test.ts': {
    summary: 'builds and runs the image of the Dockerfile',
    positionals: { name: '[BASE]', most: 1, help: 'an image of Node on which everything is built' },
  },
  'scripts/upgrade-test.ts': {
    summary: 'starts this version beside an earlier one, with its data',
    positionals: { name: 'COMMIT', least: 1, most: 1, help: 'the earlier version' },
  },
  'scripts/seed-scale.ts': {
    summary: 'fills an empty database with a large platform',
    options: { size: { value: 'POSTS', default: '1000000', help: 'the number of posts' } },
  },
  'scripts/lighthouse.ts': {
    summary: 'runs Lighthouse on every public page',
    options: {
      runs: { value: 'NUMBER', default: '3', help: 'how often each page is measured' },
      page: { value: 'ADDRESS', help: 'measures this page alone' },
    },
  },
  'scripts/slow-network.ts': { summary: 'measures the first post of a fan on Slow 4G' },
  'scripts/screenshots.ts': {
    summary: 'captures every screen at three widths in both color schemes',
    options: { only: { value: 'NAMES', help: 'screens whose name contains one of these' } },
  },
  'scripts/guide-pictures.ts': {
    summary: 'updates the pictures of the staff guide',
    positionals: { name: '[PICTURE…]', help: 'updates these pictures alone' },
  },
  'scripts/demo-files.ts': { summary: 'writes down the files of the demo again' },
  'scripts/icons.ts': { summary: 'generates the icons of the manifest' },
  'scripts/licenses.ts': { summary: 'lists the licenses of the packages of the product' },
  'scripts/size.ts': {
    summary: 'counts what an engineer has to know and compares it with scripts/sizes.json',
    options: { record: { help: 'records what fell' } },
  },
  'bench/run.ts': {
    summary: 'measures the product against a bare implementation or fewer rows',
    options: {
      only: {
        value: 'PART',
        help: 'feed, pages, weight, studio, lists, marketplace, mails, hashes, money, prices, interactions, long-lists, explain, sizes, steady, cpu or start; all but weight and the last seven without it',
      },
      posts: { value: 'NUMBER', default: '100000', help: 'posts of the feed' },
      seconds: { value: 'NUMBER', default: '5', help: 'duration of each measurement' },
      rounds: { value: 'NUMBER', default: '3', help: 'rounds of each measurement' },
      connections: { value: 'NUMBER', default: '16', help: 'connections of the load' },
      subscribers: {
        value: 'NUMBER',
        default: '100000',
        help: 'subscribers of one influencer whose mails are claimed, and whose price changes',
      },
      scale: { help: 'measures nothing but large tables beside small ones' },
      database: { value: 'FOLDER', help: 'the DATA_DIR of seed:scale; seeded if missing' },
      reads: {
        value: 'TEXT',
        default: '',
        help: 'only the reads of large tables whose title contains this',
      },
      workers: {
        value: 'NUMBER',
        default: '1',
        help: 'processes of the large platform under a steady load',
      },
      minutes: {
        value: 'NUMBER',
        default: '3',
        help: 'how long pages are opened before the memory is read',
      },
    },
  },
};

/** The arguments that are no option. */
const NO_NAMES = { name: '', least: 0, most: 0, help: '' };

/** An unknown, missing or superfluous argument; its message names what the command takes. */
export class ArgumentError extends Error {}

const spell = (name, { value }) => (value ? `--${name}=${value}` : `--${name}`);

/**
 * The arguments of a command, with its defaults.
 * @param script its path from the root of the project, such as `scripts/backup.ts`
 * @throws ArgumentError
 */
export function readArguments(script, args) {
  const { options = {}, positionals: names = NO_NAMES } = COMMANDS[script];
  const { tokens } = parseArgs({
    args,
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(options).map(([name, { value }]) => [
        name,
        { type: value ? 'string' : 'boolean' },
      ]),
    ),
  });
  const values = {};
  for (const [name, option] of Object.entries(options)) {
    if (option.default !== undefined) values[name] = option.default;
  }
  const positionals = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (!option) throw new ArgumentError(`Unknown option: ${token.rawName}.`);
    if (option.value ? !token.value : token.value !== undefined) {
      throw new ArgumentError(`Write ${spell(token.name, option)}.`);
    }
    values[token.name] = token.value ?? true;
  }
  const { least = 0, most = Number.POSITIVE_INFINITY } = names;
  if (positionals.length < least) throw new ArgumentError(`${names.name} is missing.`);
  if (positionals.length > most) {
    throw new ArgumentError(`Unexpected argument: ${positionals[most]}.`);
  }
  return { values, positionals };
}

/** What `--help` prints. @param command as it is typed, such as `npm run backup` */
export function describeCommand(script, command) {
  const { summary, options = {}, positionals } = COMMANDS[script];
  const rows = Object.entries(options).map(([name, option]) => [
    spell(name, option),
    option.default ? `${option.help} (${option.default})` : option.help,
  ]);
  if (positionals) rows.unshift([positionals.name, positionals.help]);
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return [
    `${command}: ${summary}`,
    ...(rows.length === 0 ? ['It takes no arguments.'] : [`Arguments, after "${command} --":`]),
    ...rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`),
  ].join('\n');
}
