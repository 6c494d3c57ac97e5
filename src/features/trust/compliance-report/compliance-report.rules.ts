import { KIND_LABELS } from '#src/features/trust/complaints/complaints.rules.ts';
import { formatMinutes, shareWithinAim } from '#src/features/trust/reviews/reviews.rules.ts';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import type { ComplaintFigures, ComplianceReport } from './compliance-report.schema.ts';

/** A time in hours or days for people. */
export function formatHours(hours: number | null): string {
  if (hours === null) return '–';
  if (hours < 1) return 'Under 1 hour';
  if (hours < 72) return `${formatNumber(Math.round(hours))} h`;
  return `${formatNumber(Math.round(hours / 24))} days`;
}

type Figure = {
  label: string;
  /** What it counts. */
  definition: string;
  value: (report: ComplianceReport) => number | null;
  /** The figure as people read it; a number by default. */
  text?: (value: number) => string;
  /** What the plain number is in. */
  unit?: string;
};

const rounded = (minutes: number | null) => minutes && Math.round(minutes);

/** The figures beside those of complaints, by what they are about. */
export const SECTIONS: { title: string; figures: Figure[] }[] = [
  {
    title: 'Posts and their review',
    figures: [
      {
        label: 'Posts published',
        definition: 'Posts published in the month, including those removed later.',
        value: ({ postsPublished }) => postsPublished,
      },
      {
        label: 'Approvals',
        definition:
          'Approvals of exactly the files, people and caption of a post, by somebody other than its author, before its publication. A flagged post has two.',
        value: ({ postsApproved }) => postsApproved,
      },
      {
        label: 'Posts returned',
        definition: 'Requests to change a post before its publication.',
        value: ({ postsReturned }) => postsReturned,
      },
      {
        label: 'Posts rejected',
        definition: 'Posts that were refused before their publication.',
        value: ({ postsRejected }) => postsRejected,
      },
      {
        label: 'Posts without a review',
        definition:
          'Posts published without a review, because only a sample of the posts of trusted influencers is reviewed.',
        value: ({ postsUnsampled }) => postsUnsampled,
      },
      {
        label: 'Median time to review',
        definition:
          'Half of the decisions on posts were made within this time after the post was ready for review.',
        value: ({ reviewTimes }) => rounded(reviewTimes.medianMinutes),
        text: formatMinutes,
        unit: 'minutes',
      },
      {
        label: '90% reviewed within',
        definition: 'Nine of ten decisions on posts were made within this time.',
        value: ({ reviewTimes }) => rounded(reviewTimes.p90Minutes),
        text: formatMinutes,
        unit: 'minutes',
      },
      {
        label: 'Reviewed in time',
        definition:
          'The share of the decisions on posts within the time that the merchant aims for.',
        value: ({ reviewTimes }) => shareWithinAim(reviewTimes),
        text: (share) => `${share}%`,
        unit: 'percent',
      },
    ],
  },
  {
    title: 'Identities and consents',
    figures: [
      {
        label: 'Identities verified',
        definition:
          'Checks of an ID document and the face that ended with a verification, by two people or by an identity provider.',
        value: ({ identitiesVerified }) => identitiesVerified,
      },
      {
        label: 'Identities rejected',
        definition: 'Checks that ended without a verification.',
        value: ({ identitiesRejected }) => identitiesRejected,
      },
      {
        label: 'Verified performers',
        definition: 'People whose verification was valid when the month ended.',
        value: ({ verifiedAtEnd }) => verifiedAtEnd,
      },
      {
        label: 'Consents recorded',
        definition: 'Written consents of performers to the publication of posts.',
        value: ({ consentsRecorded }) => consentsRecorded,
      },
      {
        label: 'Consents withdrawn',
        definition: 'Consents that performers withdrew; the posts concerned were taken down.',
        value: ({ consentsWithdrawn }) => consentsWithdrawn,
      },
    ],
  },
  {
    title: 'Appeals and blocked files',
    figures: [
      {
        label: 'Appeals received',
        definition: 'Objections to decisions on complaints, from the reporter or the influencer.',
        value: ({ appealsReceived }) => appealsReceived,
      },
      {
        label: 'Appeals decided',
        definition: 'Appeals decided by somebody other than the first person.',
        value: ({ appealsDecided }) => appealsDecided,
      },
      {
        label: 'Decisions changed',
        definition: 'Decided appeals that changed the first decision.',
        value: ({ decisionsChanged }) => decisionsChanged,
      },
      {
        label: 'Files blocked',
        definition: 'Files whose copies are refused from then on, such as those of removed posts.',
        value: ({ filesBlocked }) => filesBlocked,
      },
      {
        label: 'Uploads refused',
        definition: 'Uploads that were refused as copies of blocked files.',
        value: ({ uploadsRefused }) => uploadsRefused,
      },
    ],
  },
];

/** What is reviewed before its publication, as it is set now. */
export function reviewRuleText({
  requiresReviews,
  sampledPercent,
}: Pick<ComplianceReport, 'requiresReviews' | 'sampledPercent'>): string {
  if (!requiresReviews) return 'Posts need no review to be published';
  return sampledPercent === null
    ? 'Every post is reviewed before it is published'
    : `Every post is reviewed before it is published; of trusted influencers, ${sampledPercent}% of the posts`;
}

/** A figure as people read it; a dash without one. */
export function figureText(
  { value, text = formatNumber }: Figure,
  report: ComplianceReport,
): string {
  const figure = value(report);
  return figure === null ? '–' : text(figure);
}

/** What the columns of the table of complaints count. */
export const COMPLAINT_COLUMNS: {
  label: string;
  definition: string;
  value: (figures: ComplaintFigures) => number;
}[] = [
  {
    label: 'Received',
    definition: 'reports that arrived in the month',
    value: ({ received }) => received,
  },
  {
    label: 'Removed',
    definition: 'decided in the month by removing the content',
    value: ({ removed }) => removed,
  },
  {
    label: 'No action',
    definition: 'decided in the month without a removal',
    value: ({ noAction }) => noAction,
  },
  {
    label: 'Late',
    definition: 'decided in the month after the deadline',
    value: ({ late }) => late,
  },
  {
    label: 'Open at the end',
    definition: 'not decided when the month ended',
    value: ({ openAtEnd }) => openAtEnd,
  },
];

/** The name of a row in the table of complaints. */
export function rowLabel({ kind }: Pick<ComplaintFigures, 'kind'>): string {
  return KIND_LABELS[kind];
}

/** The sum of a column over all kinds. */
export function sumOf(
  { complaints }: Pick<ComplianceReport, 'complaints'>,
  value: (figures: ComplaintFigures) => number,
): number {
  return complaints.reduce((sum, figures) => sum + value(figures), 0);
}
