// Runs a script of this project with Node 24.7 or later; installs the packages first if necessary.
//   node scripts/bootstrap.mjs <file.ts | command of a package> [arguments]
// This file must run without installed packages on Node 20.19 or later.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ArgumentError, COMMANDS, describeCommand, readArguments } from './commands.mjs';
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from './server-flags.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const modules = path.join(root, 'node_modules');
const stampFile = path.join(modules, '.velvet-rope-lock');
const installedList = path.join(modules, '.package-lock.json');
const installLock = path.join(root, '.install-lock');
const STALE_LOCK_MS = 15_000;
const INSTALL_LIMIT_MS = 600_000;
const SERVING = ['start.ts', 'demo.ts'];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Velvet Rope needs Node 20.19 or later to start; this is ${process.version}.`);
}
const [target, ...args] = process.argv.slice(2);
if (!target) fail('usage: node scripts/bootstrap.mjs <file.ts | command> [arguments]');
// A fifth of all packages by size is for tests and checks.
const needsTools = !COMMANDS[target]?.isProduct;

checkArguments();
await ensurePackages();
run(pickNode(), findScript(target), args);

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Before anything is installed: explains the command, or refuses arguments that it does not take. */
function checkArguments() {
  const asksForHelp = args.some((argument) => argument === '--help' || argument === '-h');
  if (!Object.hasOwn(COMMANDS, target)) {
    if (!asksForHelp || fs.existsSync(path.join(modules, '.bin', target))) return;
    console.log(`${target} explains itself once the packages are installed: npm run check`);
    process.exit(0);
  }
  const explanation = describeCommand(target, nameCommand());
  if (asksForHelp) {
    console.log(explanation);
    process.exit(0);
  }
  try {
    readArguments(target, args);
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    fail(`${error.message}\n${explanation}`);
  }
}

/** The command of package.json that runs the script, as it is typed. */
function nameCommand() {
  const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const commands = Object.keys(scripts).filter((name) => scripts[name].split(' ')[2] === target);
  const name = commands.find((command) => command === process.env.npm_lifecycle_event);
  return `npm run ${name ?? commands[0]}`;
}

async function ensurePackages() {
  const lock = fs.readFileSync(path.join(root, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex');
  const stampOf = (packages) => `${hash} ${process.platform}-${process.arch} ${packages}\n`;
  const stamp = stampOf(needsTools ? 'all' : 'product');
  if (isStamped(stamp) || isStamped(stampOf('all'))) return;
  if (!fs.existsSync(installLock) && holdsPackagesOf(lock)) return writeStamp(stamp);
  const release = await takeInstallLock();
  // Another process may have installed the packages in the meantime.
  // The second attempt is for optional packages: npm skips those it fails to download.
  for (let attempt = 0; attempt < 2 && !holdsPackagesOf(lock); attempt++) await install(lock);
  writeStamp(stamp);
  release();
}

function isStamped(stamp) {
  return fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === stamp;
}

function writeStamp(stamp) {
  try {
    fs.writeFileSync(stampFile, stamp);
  } catch {
    // The packages may belong to another user; the check is then repeated each time.
  }
}

// Recognizes packages installed by `npm ci` or `npm install` by the list that npm writes.
function holdsPackagesOf(lock, withTools = needsTools) {
  try {
    const installed = JSON.parse(fs.readFileSync(installedList, 'utf8'));
    return Object.entries(JSON.parse(lock.toString()).packages).every(([name, required]) => {
      const present = installed.packages[name];
      if (name === '' || (required.dev && !withTools)) return true;
      return present
        ? present.version === required.version
        : required.optional && !matchesPlatform(required);
    });
  } catch {
    return false;
  }
}

function matchesPlatform({ os: systems, cpu, libc }) {
  const glibc = !libc || libc.includes('glibc');
  return Boolean(systems?.includes(process.platform) && cpu?.includes(process.arch) && glibc);
}

async function takeInstallLock() {
  for (let announced = false; ; announced = true) {
    try {
      fs.writeFileSync(installLock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') fail(`The packages cannot be installed: ${error.message}`);
    }
    if (!announced)
      console.error('Waiting for another start, which is installing the packages ...');
    if (isAbandoned()) fs.rmSync(installLock, { force: true });
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  // Touched while held, so that the lock of a killed process can be detected by its age.
  const touch = setInterval(() => fs.utimesSync(installLock, new Date(), new Date()), 2_000);
  const remove = () => fs.rmSync(installLock, { force: true });
  process.on('exit', remove);
  return () => {
    clearInterval(touch);
    process.off('exit', remove);
    remove();
  };
}

// If the start was killed, npm may still be running; the lock contains its process id.
function isAbandoned() {
  try {
    const age = Date.now() - fs.statSync(installLock).mtimeMs;
    if (age < STALE_LOCK_MS) return false;
    return age > INSTALL_LIMIT_MS || !isAlive(Number(fs.readFileSync(installLock, 'utf8')));
  } catch {
    return false;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function install(lock) {
  // Only adds the tools to the packages of the product, which may be running.
  const command = holdsPackagesOf(lock, false) ? ['install', '--no-save'] : ['ci'];
  for (const file of [stampFile, installedList]) fs.rmSync(file, { force: true });
  const flags = [...command, needsTools ? '--include=dev' : '--omit=dev'];
  flags.push('--include=optional', '--ignore-scripts', '--no-audit');
  // Some packages require a newer Node than npm runs on; they run on the newer Node later.
  flags.push('--no-fund', '--loglevel=error', '--no-progress', '--engine-strict=false');
  const cli = process.env.npm_execpath ?? '';
  const viaNode = path.basename(cli) === 'npm-cli.js' && fs.existsSync(cli);
  const [program, first] = viaNode ? [process.execPath, [cli]] : ['npm', []];
  // npm unpacks hundreds of megabytes: with room for what is new, a fourth of its CPU time less.
  const roomy = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`.trim();
  const npm = spawn(program, [...first, ...flags], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: roomy },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: !viaNode && process.platform === 'win32',
  });
  if (npm.pid) fs.writeFileSync(installLock, String(npm.pid));
  let output = '';
  npm.stdout.on('data', (chunk) => (output += chunk));
  npm.stderr.on('data', (chunk) => (output += chunk));
  const stopHeartbeat = startHeartbeat('Installing the packages (once)');
  // Other signals make npm roll back, which can take long and interfere with the next start.
  let stopping;
  const quit = (signal) => {
    stopping = signal;
    npm.kill('SIGKILL');
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, quit);
  return new Promise((resolve) => {
    npm.on('error', (error) => fail(`npm could not be started: ${error.message}`));
    npm.on('close', (code) => {
      stopHeartbeat();
      if (stopping) process.exit(128 + os.constants.signals[stopping]);
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, quit);
      if (code !== 0)
        fail(`${output}\nThe packages could not be installed (npm ${flags[0]}: ${code}).`);
      resolve();
    });
  });
}

function startHeartbeat(label) {
  const { isTTY } = process.stderr;
  const begin = Date.now();
  const seconds = () => Math.round((Date.now() - begin) / 1000);
  const [start, end] = isTTY ? ['\r', ''] : ['', '\n'];
  const show = () => process.stderr.write(`${start}${label} ... ${seconds()} s${end}`);
  show();
  const timer = setInterval(show, isTTY ? 1_000 : 5_000);
  return () => {
    clearInterval(timer);
    process.stderr.write(`${start}${label} ... ended after ${seconds()} s\n`);
  };
}

function pickNode() {
  // The first version with argon2.
  if (major > 24 || (major === 24 && minor >= 7)) return process.execPath;
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${system}-${process.arch}`;
  const file = system === 'win' ? 'bin/node.exe' : 'bin/node';
  const bundled = path.join(modules, name, file);
  if (fs.existsSync(bundled)) return bundled;
  for (const file of [stampFile, installedList]) fs.rmSync(file, { force: true });
  return fail(
    `Velvet Rope runs on Node 24.7. There is none for this platform among the packages (${name}),` +
      ` and this is ${process.version}. Install Node 24.7 or later and start again.`,
  );
}

function findScript(name) {
  for (const file of [path.join(root, name), path.join(modules, '.bin', name)]) {
    if (fs.existsSync(file) && fs.statSync(file).isFile()) return fs.realpathSync(file);
  }
  return fail(`There is no script or command ${name}.`);
}

function run(node, script, scriptArgs) {
  const paths = [path.join(modules, '.bin'), path.dirname(node), process.env.PATH];
  const hooks = new URL('module-hooks.mjs', import.meta.url).href;
  const serves = SERVING.includes(path.basename(script));
  const flags = serves ? SERVER_FLAGS : [];
  const child = spawn(node, [...flags, '--import', hooks, script, ...scriptArgs], {
    cwd: root,
    stdio: 'inherit',
    env: {
      // Node keeps compiled code there, so that further starts are faster.
      NODE_COMPILE_CACHE: path.join(modules, '.cache', 'compiled'),
      ...(serves && SERVER_ENVIRONMENT),
      ...process.env,
      PATH: paths.join(path.delimiter),
    },
  });
  // A terminal sends Ctrl-C to the child as well; forwarding it would send it twice.
  const inTerminal = [process.stdin, process.stdout, process.stderr].some((s) => s.isTTY);
  const forwarded = new Set();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (forwarded.has(signal) || (inTerminal && signal !== 'SIGTERM')) return;
      forwarded.add(signal);
      child.kill(signal);
    });
  }
  // npm and its shell do not forward signals: when they end, this process gets a new parent.
  const parent = process.ppid;
  const orphaned = () => process.ppid !== parent && child.kill('SIGTERM');
  setInterval(orphaned, 1_000).unref();
  child.on('error', (error) => fail(`${node} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    process.exit(signal ? 128 + os.constants.signals[signal] : (code ?? 1));
  });
}
