import { writeFileSync } from 'node:fs';
import { readArguments } from './commands.mjs';
import { allowedSize, listArrowsUp, measureSize, readSizes, SIZES_FILE } from './measure-size.ts';

const { values } = readArguments('scripts/size.ts', process.argv.slice(2));
const sizes = readSizes();
const measured = measureSize();

console.log('figure                        now   allowed');
for (const [figure, now] of Object.entries(measured)) {
  const allowed = allowedSize(sizes, figure);
  const remark = now > allowed ? '  too many' : '';
  console.log(
    `${figure.padEnd(25)}${String(now).padStart(8)}${String(allowed).padStart(10)}${remark}`,
  );
}
for (const arrow of listArrowsUp()) console.log(`  ${arrow}`);

if (values.record) {
  for (const [figure, now] of Object.entries(measured)) {
    const spare = allowedSize(sizes, figure) - now;
    if (spare > 0) sizes.recorded[figure]! -= spare;
  }
  writeFileSync(SIZES_FILE, `${JSON.stringify(sizes, null, 2)}\n`);
  console.log(`Recorded what fell in ${SIZES_FILE}.`);
}
