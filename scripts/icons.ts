import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const folder = fileURLToPath(new URL('../public/', import.meta.url));
const icon = readFileSync(`${folder}icon.svg`, 'utf8');
const mark = /<rect[^>]*\/>(.*)<\/svg>/s.exec(icon)?.[1];
const background = /<rect[^>]*fill="(#[0-9a-f]{6})"/.exec(icon)?.[1];
if (!mark || !background) throw new Error('public/icon.svg must be a ground and a mark on it');

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${content}</svg>`;
// Centers the mark, which is taller above the rope than below.
const markAt = (scale: number, content: string) =>
  `<g transform="translate(16 16) scale(${scale}) translate(-16 -16.1)">${content}</g>`;
// Devices crop these icons: a full background with the mark in the safe zone.
const maskableIcon = (scale: number) =>
  svg(`<rect width="32" height="32" fill="${background}"/>${markAt(scale, mark)}`);
// Devices recolor this icon: only its opacity counts.
const silhouette = svg(markAt(1.15, mark.replace(/#[0-9a-f]{6}/g, '#ffffff')));

const ICONS: [name: string, size: number, source: string][] = [
  ['icon-192', 192, icon],
  ['icon-512', 512, icon],
  ['maskable-512', 512, maskableIcon(0.82)],
  ['monochrome-512', 512, silhouette],
  ['apple-touch-icon', 180, maskableIcon(1)],
];

for (const [name, size, source] of ICONS) {
  await sharp(Buffer.from(source), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toFile(`${folder}icons/${name}.png`);
}
