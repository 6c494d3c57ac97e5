import { fileURLToPath } from 'node:url';
import { LOCALE } from '#src/lib/locale/locale.ts';
import { Download } from '#src/platform/http/download.ts';

/** A fact with its label. */
type Fact = [label: string, value: string];

/** What a document says, from top to bottom. All texts are final. */
export type PdfContent = {
  fileName: string;
  /** The kind of document, and its number. */
  title: string;
  number: string;
  author: string;
  /** The document's own time, so that its bytes are always the same. */
  createdAt: Date;
  /** Two addresses beside each other. */
  parties: [from: PdfParty, to: PdfParty];
  facts: Fact[];
  /** Running text between the facts and the table. */
  text?: PdfParagraph[];
  /** Tables with headings, above the main one. */
  sections?: (PdfTable & { title: string })[];
  table: PdfTable;
  /** Sums below the table; the last one is emphasized. */
  totals: Fact[];
  notes: string[];
};
export type PdfParagraph = { isHeading: boolean; text: string };
export type PdfParty = { label: string; lines: string[] };
export type PdfTable = {
  /** The widths are parts of the whole. */
  columns: { label: string; width: number; isNumber?: boolean }[];
  /** An asynchronous source, so that a document may have any number of rows. */
  rows: Iterable<string[]> | AsyncIterable<string[]>;
};

const font = (style: string) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${style}.ttf`));
const REGULAR = font('400Regular/Inter_400Regular');
const BOLD = font('600SemiBold/Inter_600SemiBold');

const MARGIN = 56;
const INK = '#1c1a22';
const QUIET = '#63606d';
const LINE = '#d9d6df';
const TEXT = 9.5;
const SMALL = 8;

type Doc = PDFKit.PDFDocument;

/** Draws a document of A4 pages. The same content has the same bytes. */
export function pdfFile(content: PdfContent): Download {
  return new Download(content.fileName, 'application/pdf', draw(content));
}

async function* draw(content: PdfContent): AsyncGenerator<Uint8Array> {
  const { title, number, author, createdAt } = content;
  // A large package, which the start of the product does not wait for.
  const { default: PDFDocument } = await import('pdfkit');
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + 14 },
    lang: LOCALE,
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: `${title} ${number}`,
      Author: author,
      CreationDate: createdAt,
      ModDate: createdAt,
    },
  });
  doc.registerFont('regular', REGULAR).registerFont('bold', BOLD).lineGap(2);
  drawHead(doc, content);
  drawText(doc, content.text ?? []);
  for (const { title: heading, ...table } of content.sections ?? []) {
    drawText(doc, [{ isHeading: true, text: heading }]);
    await drawTable(doc, table);
    doc.y += 18;
  }
  await drawTable(doc, content.table);
  drawTotals(doc, content.totals);
  drawNotes(doc, content.notes);
  drawPageNumbers(doc, `${title} ${number}`);
  doc.end();
  for await (const chunk of doc) yield new Uint8Array(chunk as Buffer);
}

const widthOf = ({ page }: Doc): number => page.width - 2 * MARGIN;

function drawHead(doc: Doc, { title, number, author, parties, facts }: PdfContent): void {
  doc.font('bold').fontSize(12).fillColor(QUIET).text(author, MARGIN, MARGIN);
  doc.moveDown(0.4).fontSize(22).fillColor(INK).text(title);
  doc.font('regular').fontSize(11).fillColor(QUIET).text(number);
  const top = doc.y + 22;
  const column = widthOf(doc) / 2;
  const ends = parties.map(({ label, lines }, index) => {
    const x = MARGIN + index * column;
    doc
      .font('regular')
      .fontSize(SMALL)
      .fillColor(QUIET)
      .text(label, x, top, { width: column - 16 });
    doc.fontSize(TEXT).fillColor(INK);
    for (const [position, line] of lines.entries()) {
      doc.font(position === 0 ? 'bold' : 'regular').text(line, { width: column - 16 });
    }
    return doc.y;
  });
  drawFacts(doc, facts, Math.max(...ends) + 20);
}

function drawFacts(doc: Doc, facts: Fact[], top: number): void {
  const columns = 3;
  const width = widthOf(doc) / columns;
  let y = top;
  for (let first = 0; first < facts.length; first += columns) {
    const ends = facts.slice(first, first + columns).map(([label, value], index) => {
      const at = { width: width - 12 };
      doc
        .font('regular')
        .fontSize(SMALL)
        .fillColor(QUIET)
        .text(label, MARGIN + index * width, y, at);
      doc.fontSize(TEXT).fillColor(INK).text(value, at);
      return doc.y;
    });
    y = Math.max(...ends) + 10;
  }
  doc.y = y + 10;
}

function drawText(doc: Doc, paragraphs: PdfParagraph[]): void {
  for (const { isHeading, text } of paragraphs) {
    doc
      .font(isHeading ? 'bold' : 'regular')
      .fontSize(isHeading ? 12 : TEXT)
      .fillColor(INK);
    // A heading stays with the first lines below it.
    if (isHeading) requireSpace(doc, 60);
    doc.text(text, MARGIN, doc.y, { width: widthOf(doc) }).moveDown(isHeading ? 0.3 : 0.8);
  }
  if (paragraphs.length > 0) requireSpace(doc, 120);
}

async function drawTable(doc: Doc, { columns, rows }: PdfTable): Promise<void> {
  const whole = columns.reduce((sum, { width }) => sum + width, 0);
  const widths = columns.map(({ width }) => (width / whole) * widthOf(doc));
  const drawRow = (cells: string[], isHead: boolean) => {
    doc.font(isHead ? 'bold' : 'regular').fontSize(isHead ? SMALL : TEXT);
    const optionsOf = (index: number) => ({
      width: widths[index]! - 8,
      align: columns[index]!.isNumber ? ('right' as const) : ('left' as const),
    });
    const height = Math.max(
      ...cells.map((cell, index) => doc.heightOfString(cell, optionsOf(index))),
    );
    const needed = height + 12;
    if (doc.y + needed > doc.page.height - doc.page.margins.bottom) {
      doc.addPage();
      if (!isHead)
        drawRow(
          columns.map(({ label }) => label),
          true,
        );
      doc.font('regular').fontSize(TEXT);
    }
    const top = doc.y;
    let x = MARGIN;
    for (const [index, cell] of cells.entries()) {
      doc
        .fillColor(isHead ? QUIET : INK)
        .text(cell, x + (columns[index]!.isNumber ? 8 : 0), top + 5, optionsOf(index));
      x += widths[index]!;
    }
    doc.y = top + needed;
    drawLine(doc, doc.y);
  };
  drawRow(
    columns.map(({ label }) => label),
    true,
  );
  for await (const cells of rows) drawRow(cells, false);
}

function drawLine(doc: Doc, y: number): void {
  doc
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + widthOf(doc), y)
    .lineWidth(0.6)
    .strokeColor(LINE)
    .stroke();
}

function drawTotals(doc: Doc, totals: Fact[]): void {
  const width = widthOf(doc);
  requireSpace(doc, totals.length * 20 + 10);
  let y = doc.y + 8;
  for (const [index, [label, value]] of totals.entries()) {
    const isLast = index === totals.length - 1;
    doc
      .font(isLast ? 'bold' : 'regular')
      .fontSize(isLast ? 11 : TEXT)
      .fillColor(INK);
    doc.text(label, MARGIN + width * 0.45, y, { width: width * 0.3 });
    doc.text(value, MARGIN + width * 0.75, y, { width: width * 0.25, align: 'right' });
    y += isLast ? 24 : 18;
  }
  doc.y = y;
}

function drawNotes(doc: Doc, notes: string[]): void {
  doc.y += 14;
  doc.font('regular').fontSize(SMALL).fillColor(QUIET);
  for (const note of notes) {
    requireSpace(doc, doc.heightOfString(note, { width: widthOf(doc) }));
    doc.font('regular').fontSize(SMALL).fillColor(QUIET);
    doc.text(note, MARGIN, doc.y, { width: widthOf(doc) }).moveDown(0.5);
  }
}

function requireSpace(doc: Doc, height: number): void {
  if (doc.y + height > doc.page.height - doc.page.margins.bottom) doc.addPage();
}

function drawPageNumbers(doc: Doc, name: string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page);
    // Below the margin, where text would start another page.
    doc.page.margins.bottom = 0;
    doc
      .font('regular')
      .fontSize(SMALL)
      .fillColor(QUIET)
      .text(`${name} · Page ${page + 1} of ${count}`, MARGIN, doc.page.height - 44, {
        width: widthOf(doc),
        align: 'right',
        lineBreak: false,
      });
  }
}
