import type { Agency } from '#src/lib/agency.ts';
import { monthBounds, monthLabel } from '#src/lib/locale/months.ts';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { csvFile } from '#src/platform/http/csv.ts';
import type { Download } from '#src/platform/http/download.ts';
import { pdfFile } from '#src/platform/pdf/pdf-document.ts';
import {
  COMPLAINT_COLUMNS,
  FIGURES,
  formatFigure,
  formatHours,
  reviewRuleText,
  rowLabel,
  sumOf,
} from '../compliance-report.rules.ts';
import type { ComplianceReport } from '../compliance-report.schema.ts';

type Line = { part: string; subject: string; figure: string; value: number | null };

function linesOf(report: ComplianceReport): Line[] {
  const general = FIGURES.map(({ label, value }) => ({
    part: 'General',
    subject: '',
    figure: label,
    value: value(report),
  }));
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

/** The report of a month as PDF, with what each figure counts. */
export function compliancePdf(report: ComplianceReport, agency: Agency, now: Date): Download {
  const { month, complaints } = report;
  const { to } = monthBounds(month);
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
    facts: FIGURES.map(({ label, value }) => [label, formatFigure(value(report))]),
    table: {
      columns: [
        { label: 'Complaints by kind', width: 34 },
        ...COMPLAINT_COLUMNS.map(({ label }) => ({ label, width: 11, isNumber: true })),
        { label: 'Median time', width: 15, isNumber: true },
      ],
      rows: complaints.map((figures) => [
        rowLabel(figures),
        ...COMPLAINT_COLUMNS.map(({ value }) => formatNumber(value(figures))),
        formatHours(figures.medianHours),
      ]),
    },
    totals: COMPLAINT_COLUMNS.map(({ label, value }) => [
      `${label}, all kinds`,
      formatNumber(sumOf(report, value)),
    ]),
    notes: [
      `${reviewRuleText(report)} This is the setting on the day of this document.`,
      `All times are UTC. Complaints: ${COMPLAINT_COLUMNS.map(({ label, definition }) => `${label}: ${definition}`).join('; ')}. Median time: half of the decisions were made within this time after the report.`,
      ...FIGURES.map(({ label, definition }) => `${label}: ${definition}`),
    ],
  });
}
