import sharp from 'sharp';
import { mixColors, readableTextOn } from '#src/lib/color.ts';
import { drawFittingText, drawText, type TextPicture } from './card-text.ts';

/** The content of a card: text, a #rrggbb background, and whether it has the platform's colours. */
export type Card = { title: string; line: string | null; background: string; isPlatform: boolean };

export const PLATFORM_NAME = 'Velvet Rope';

const LEFT = 92;
const NAME_BOX = { width: 1016, height: 224, sizes: [148, 128, 112, 96, 84, 72, 62, 54] };
const NAME_MIDDLE = 276;

type Shades = { ink: string; cord: string; twist: string; shine: string; brass: string };

function cardShades({ background, isPlatform }: Card): Shades {
  if (isPlatform) {
    return {
      ink: '#f6f1ea',
      cord: '#8a1d2e',
      twist: '#c8505f',
      shine: '#d8818c',
      brass: '#e0b35a',
    };
  }
  const ink = readableTextOn(background);
  return {
    ink,
    cord: mixColors(background, ink, 0.24),
    twist: mixColors(background, ink, 0.36),
    shine: mixColors(background, ink, 0.5),
    brass: mixColors(background, ink, 0.62),
  };
}

const post = (x: number, color: string) => `
  <g fill="${color}">
    <circle cx="${x}" cy="438" r="23"/>
    <rect x="${x - 14}" y="456" width="28" height="11" rx="5"/>
    <rect x="${x - 9}" y="464" width="18" height="140"/>
    <rect x="${x - 19}" y="480" width="38" height="9" rx="4"/>
    <path d="M${x - 52} 604q52-40 104 0z"/>
  </g>`;

const rope = ({ cord, twist, shine }: Shades) => {
  const hang = (from: number, to: number, drop: number) =>
    `M${from} 474C${from + (to - from) * 0.24} ${drop} ${to - (to - from) * 0.24} ${drop} ${to} 474`;
  const cords = [hang(-560, 166, 622), hang(166, 1034, 626), hang(1034, 1760, 622)].join('');
  return `
  <g fill="none">
    <path d="${cords}" stroke="${cord}" stroke-width="24"/>
    <path d="${cords}" stroke="${twist}" stroke-width="20" stroke-dasharray="3 12"/>
    <path d="${cords}" stroke="${shine}" stroke-width="3" transform="translate(0 -6)" stroke-opacity=".5"/>
  </g>`;
};

const mark = (x: number, y: number, color: string) => `
  <g transform="translate(${x} ${y}) scale(1.6)">
    <g fill="none" stroke="${color}" stroke-width="2.4" stroke-linecap="round">
      <path d="M6 9v18M26 9v18M3.5 27h5M23.5 27h5M6 11c3 11 17 11 20 0"/>
    </g>
    <g fill="${color}"><circle cx="6" cy="6.5" r="2.6"/><circle cx="26" cy="6.5" r="2.6"/></g>
  </g>`;

function scene(card: Card, shades: Shades): string {
  const { ink, brass } = shades;
  const sign = card.isPlatform ? brass : ink;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
  <rect width="1200" height="630" fill="${card.background}"/>
  <rect x="26.5" y="26.5" width="1147" height="577" fill="none" stroke="${ink}" stroke-opacity=".28"/>
  <svg x="27" y="27" width="1146" height="576" viewBox="27 27 1146 576">
    ${rope(shades)}${post(166, brass)}${post(1034, brass)}
  </svg>
  ${mark(LEFT - 6, 66, sign)}
  <rect x="1014" y="68" width="94" height="52" rx="26" fill="none" stroke="${sign}" stroke-width="2"/>
</svg>`;
}

type Overlay = { input: Buffer; left: number; top: number };

const centerVertically = (
  { data, height }: TextPicture,
  left: number,
  middle: number,
): Overlay => ({
  input: data,
  left: Math.round(left),
  top: Math.round(middle - height / 2),
});

/**
 * Draws a card as a PNG of 1200 by 630 pixels: its text on its colour, behind the platform's rope.
 */
export async function drawCard(card: Card): Promise<Buffer> {
  const shades = cardShades(card);
  const color = shades.ink;
  const sign = card.isPlatform ? shades.brass : color;
  const [platformName, age, name, line] = await Promise.all([
    drawText(PLATFORM_NAME, { family: 'display', size: 36, color }),
    drawText('18+', { family: 'text', size: 27, color: sign }),
    drawFittingText(card.title, color, NAME_BOX),
    card.line ? drawText(card.line, { family: 'text', size: 34, color }) : null,
  ]);
  const gap = 40;
  const block = name.height + (line ? gap + line.height : 0);
  const top = Math.round(NAME_MIDDLE - block / 2);
  const texts: Overlay[] = [
    centerVertically(age, 1061 - age.width / 2, 94),
    { input: name.data, left: LEFT, top },
  ];
  if (card.title !== PLATFORM_NAME) texts.push(centerVertically(platformName, LEFT + 62, 95));
  if (line) texts.push({ input: line.data, left: LEFT + 2, top: top + name.height + gap });
  return sharp(Buffer.from(scene(card, shades)))
    .composite(texts)
    .removeAlpha()
    .png({ compressionLevel: 9, palette: true, colours: 128, effort: 7 })
    .toBuffer();
}
