import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const folder = fileURLToPath(new URL('../public/', import.meta.url));
const icon = readFileSync(`${folder}icon.svg`, 'utf8');
const mark = /<rect[^>]*\/>(.*)<\/svg>/s.exec(icon)?.[1];
const ground = /<rect[^>]*fill="(#[0-9a-f]{6})"/.exec(icon)?.[1];
if (!mark || !ground) throw new Error('public/icon.svg must be a ground and a mark on it');

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${content}</svg>`;
// The mark's middle is not the icon's, being taller above the rope than below it.
const markAt = (scale: number, content: string) =>
  `<g transform="translate(16 16) scale(${scale}) translate(-16 -16.1)">${content}</g>`;
// Devices cut their own shape out of these: all ground, with the mark in the safe middle.
const whole = (scale: number) =>
  svg(`<rect width="32" height="32" fill="${ground}"/>${markAt(scale, mark)}`);
// Devices fill this one with a colour of their own: only what covers counts.
const silhouette = svg(markAt(1.15, mark.replace(/#[0-9a-f]{6}/g, '#ffffff')));

const ICONS: [name: string, size: number, source: string][] = [
  ['icon-192', 192, icon],
  ['icon-512', 512, icon],
  ['maskable-512', 512, whole(0.82)],
  ['monochrome-512', 512, silhouette],
  ['apple-touch-icon', 180, whole(1)],
];

for (const [name, size, source] of ICONS) {
  await sharp(Buffer.from(source), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toFile(`${folder}icons/${name}.png`);
}
