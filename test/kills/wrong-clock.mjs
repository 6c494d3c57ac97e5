// Loaded by Node with --import: shifts the clock of its process by the milliseconds of each message.
const RealDate = globalThis.Date;
const now = RealDate.now;
let offset = 0;

process.on('message', ({ clockOffset }) => {
  if (clockOffset !== undefined) offset = clockOffset;
});
RealDate.now = () => now() + offset;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [RealDate.now()] : args, newTarget),
  apply: () => new RealDate(RealDate.now()).toString(),
});
