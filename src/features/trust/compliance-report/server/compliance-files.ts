import { formatMinutes } from '#src/features/trust/reviews/reviews.rules.ts';
import type { Agency } from '#src/lib/agency.ts';
import { formatUtcRange } from '#src/lib/locale/dates.ts';
import { monthBounds, monthLabel } from '#src/lib/locale/months.ts';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { csvFile } from '#src/platform/http/csv.ts';
import type { Download } from '#src/platform/http/download.ts';
import { pdfFile, type PdfTable } from '#src/platform/pdf/pdf-document.ts';
import {
  COMPLAINT_COLUMNS,
  figureText,
  formatHours,
  reviewRuleText,
  rowLabel,
  SECTIONS,
  sumOf,
} from '../compliance-report.rules.ts';
import type { ComplianceReport } from '../compliance-report.schema.ts';

type Line = { part: string; subject: string; figure: string; value: number | null };

function linesOf(report: ComplianceReport): Line[] {
  const general = SECTIONS.flatMap(({ title, figures }) =>
    figures.map(({ label, value, unit }) => ({
      part: title,
      subject: '',
      figure: unit ? `${label} (${unit})` : label,
      value: value(report),
    })),
  );
  const byKind = report.complaints.flatMap((figures) => [
    ...COMPLAINT_COLUMNS.map(({ label, value }) => ({
      part: 'Complaints',
      subject: rowLabel(figures),
      figure: label,
      value: value(figures),
    })),
    {
      part: 'Complaints',
      subject: rowLabel(figures),
      figure: 'Median hours to decision',
      value: figures.medianHours,
    },
  ]);
  return [...general, ...byKind];
}

/** The report of a month as CSV, one figure a line. */
export function complianceCsv(report: ComplianceReport): Download {
  return csvFile<Line>(
    `compliance-report-${report.month}.csv`,
    {
      Month: () => report.month,
      Part: ({ part }) => part,
      Subject: ({ subject }) => subject,
      Figure: ({ figure }) => figure,
      Value: ({ value }) => value,
    },
    readOnce(linesOf(report)),
  );
}

async function* readOnce(lines: Line[]) {
  yield lines;
}

const isText = (line: string | undefined): line is string => Boolean(line);

function complaintTable(report: ComplianceReport): PdfTable {
  return {
    columns: [
      { label: 'Complaints by kind', width: 34 },
      ...COMPLAINT_COLUMNS.map(({ label }) => ({ label, width: 11, isNumber: true })),
      { label: 'Median time', width: 15, isNumber: true },
    ],
    rows: [
      ...report.complaints.map((figures) => [
        rowLabel(figures),
        ...COMPLAINT_COLUMNS.map(({ value }) => formatNumber(value(figures))),
        formatHours(figures.medianHours),
      ]),
      [
        'All kinds',
        ...COMPLAINT_COLUMNS.map(({ value }) => formatNumber(sumOf(report, value))),
        '',
      ],
    ],
  };
}

/** The report of a month as PDF, with what each figure counts. */
export function compliancePdf(report: ComplianceReport, agency: Agency, now: Date): Download {
  const { month } = report;
  const { from, to } = monthBounds(month);
  const { name = 'Velvet Rope', legalForm, address, email } = agency;
  const isOver = to <= now;
  return pdfFile({
    fileName: `compliance-report-${month}.pdf`,
    title: 'Compliance Report',
    number: isOver ? monthLabel(month) : `${monthLabel(month)}, not over yet`,
    author: name,
    createdAt: isOver ? to : now,
    parties: [
      { label: 'Merchant', lines: [name, legalForm, address, email].filter(isText) },
      { label: 'For', lines: ['The acquiring bank'] },
    ],
    facts: [
      ['Period', formatUtcRange(from, new Date(to.getTime() - 1))],
      ['Reviews, on the day of this document', reviewRuleText(report)],
      ['Aim for a review', formatMinutes(report.reviewAimHours * 60)],
    ],
    sections: SECTIONS.map(({ title, figures }) => ({
      title,
      columns: [
        { label: 'Figure', width: 26 },
        { label: 'In the month', width: 14 },
        { label: 'What it counts', width: 60 },
      ],
      rows: figures.map((figure) => [figure.label, figureText(figure, report), figure.definition]),
    })),
    table: complaintTable(report),
    totals: [],
    notes: [
      `Complaints: ${COMPLAINT_COLUMNS.map(({ label, definition }) => `${label}: ${definition}`).join('; ')}. Median time: half of the decisions were made within this time after the report.`,
      'All times are UTC.',
    ],
  });
}
